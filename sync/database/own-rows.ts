// Saves the rows that a person wrote and the server had, before a store is rebuilt: a restored
// server may lack them (lost-rows.ts).
import type { CollectionName } from "../schema/collections.ts";
import { hasOwnWords, type Writer } from "../schema/own.ts";
import type { DeviceDb } from "./device-db.ts";
import type { SyncedDoc } from "./row.ts";

/** @param rows a page of confirmed rows, before their store goes */
export async function keepOwnRows(
  side: DeviceDb,
  writer: Writer,
  collection: CollectionName,
  rows: readonly SyncedDoc[],
): Promise<void> {
  const own = rows.filter((doc) => !doc._deleted && hasOwnWords(collection, writer, doc));
  const keyOf = ({ id, sync_client, sync_seq }: SyncedDoc) => `${collection}|${id}|${sync_seq}|${sync_client}`;
  if (own.length > 0) await side.ownRows.bulkPut(own.map((doc) => ({ key: keyOf(doc), collection, doc })));
}
