// Tracks which server and scope the catalog's rows come from, and their age.
import type { Entry } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import type { Origin } from "../schema/catalog.ts";
import { timestamp } from "../transport/server-clock.ts";
import { putEntries } from "./entries.ts";
import { emptyCatalog } from "./pins.ts";

const originId = "mark|origin|";

/**
 * Notes the origin of an answer. An answer from another server, or for a person with other rights,
 * empties the catalog first: developers must not keep rows that only testers see.
 */
export async function acceptOrigin(store: Store, { epoch, scope }: Origin): Promise<void> {
  const known = (await store.device.catalog.get(originId))?.value;
  if (known && (known.epoch !== epoch || known.scope !== scope)) await emptyCatalog(store, scope);
  const value = { epoch, scope, at: timestamp() };
  await putEntries(store, [{ id: originId, kind: "mark", used: 0, bytes: 0, value }]);
}

export const answeredAt = (marks: readonly Pick<Entry, "id" | "value">[]): string | null => {
  const at = marks.find(({ id }) => id === originId)?.value.at;
  return typeof at === "string" ? at : null;
};
