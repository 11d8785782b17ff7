// Whose answers the catalog on this device holds, and of when.
import type { Catalog, Entry } from "../database/catalog-db.ts";
import type { Store } from "../database/store.ts";
import type { Origin } from "../schema/catalog.ts";
import { timestamp } from "../transport/server-clock.ts";
import { emptyCatalog } from "./pins.ts";

const originId = "mark|origin|";

/**
 * Notes whose answer it is. An answer of another server, or to a person with other rights, empties
 * the catalog first: who becomes a developer may not keep what testers see.
 */
export async function acceptOrigin(store: Store, { epoch, scope }: Origin): Promise<Catalog> {
  const catalog = await store.catalog();
  const known = (await catalog.entries.findOne(originId).exec())?.value;
  if (known && (known.epoch !== epoch || known.scope !== scope)) await emptyCatalog(store, scope);
  const value = { epoch, scope, at: timestamp() };
  await catalog.put([{ id: originId, kind: "mark", used: 0, bytes: 0, value }]);
  return catalog;
}

/** When the server answered last. */
export const answeredAt = (marks: readonly Pick<Entry, "id" | "value">[]): string | null => {
  const at = marks.find(({ id }) => id === originId)?.value.at;
  return typeof at === "string" ? at : null;
};
