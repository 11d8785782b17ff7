// Progress of the report exercises. Separate from profile.ts, whose picture code the dashboard does
// not need.
import type { Store } from "../database/store.ts";
import type { Profile } from "../schema/profiles.ts";
import type { Result } from "../transport/result.ts";
import { patchRow } from "./row.ts";

/** A finished exercise stays finished. The server grants the karma once. */
export const reportGuideSet = (
  store: Store,
  person: string,
  state: Profile["report_guide"],
): Promise<Result<Profile>> =>
  patchRow(store, "profiles", person, ({ report_guide: before }) => ({
    report_guide: before === "finished" ? before : state,
  }));
