// Pins rows of campaigns that a tester has applied to, until replication pulls them. Pins are
// derived from applications, so a rejected application leaves no pin behind.
import type { Entry } from "../database/device-db.ts";
import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { KeptKind } from "../schema/catalog.ts";
import { putEntries, removeEntries } from "./entries.ts";

export const keptId = (kind: KeptKind, id: string) => `kept|${kind}|${id}`;

export async function pinnedEntries(store: Store): Promise<ReadonlySet<string>> {
  const { person, role } = store;
  if (!person || role !== "tester") return new Set();
  const applications = await docsOf(store, "applications", { tester_id: person.id });
  const ids = applications.map(({ campaign_id }) => campaign_id);
  const replicated = await store.collection("campaigns").findByIds(ids).exec();
  return new Set(ids.filter((id) => !replicated.has(id)).map((id) => keptId("campaign", id)));
}

/**
 * Empties the catalog except for pinned rows.
 * @param scope the scope of the next answers: only testers have pins
 */
export async function emptyCatalog(store: Store, scope: string | null = null): Promise<void> {
  const staysTester = scope === null || scope.split(":")[1] === "tester";
  const pinned = staysTester ? await pinnedEntries(store) : new Set<string>();
  const all = await store.device.catalog.toArray();
  await removeEntries(
    store,
    all.map(({ id }) => id).filter((id) => !pinned.has(id)),
  );
  await putEntries(store, all.filter(({ id }) => pinned.has(id)).map(outdated));
}

/** Marks an entry from an earlier state of the server, so that it is fetched again. */
function outdated(entry: Entry): Entry {
  const { campaign } = entry.value;
  return { ...entry, value: { campaign: { ...(campaign as object), sync_xid: "0" } } };
}
