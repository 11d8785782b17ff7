// Changes one section of System Settings. Works offline; applies to everyone once the server has
// it.
import type { Store } from "../database/store.ts";
import type { Setting } from "../schema/settings.ts";
import { fail, type Result } from "../transport/result.ts";
import { patchRow } from "./row.ts";

/** @param changed only the changed values, so that concurrent changes are kept */
export async function settingsSave(
  store: Store,
  section: Setting["section"],
  changed: Setting["values"],
): Promise<Result<Setting>> {
  const found = (await store.collection("settings").find().exec()).find((s) => s.section === section);
  if (!found) return fail({ type: "not_found" });
  return patchRow(store, "settings", found.id, (row) => ({ values: { ...row.values, ...changed } }));
}
