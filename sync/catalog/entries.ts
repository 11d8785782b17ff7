// Reads and writes the catalog's entries. They are copies, which a full disk or a change of the
// person's rights deletes without loss.
import type { Table } from "dexie";
import { type Entry, ifThereIsRoom } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";

/** Returns the entries of these kinds. One request per kind: Dexie's `anyOf` uses a slow cursor. */
export async function entriesOf({ device }: Store, ...kinds: Entry["kind"][]): Promise<Entry[]> {
  return (await Promise.all(kinds.map((kind) => device.catalog.where({ kind }).toArray()))).flat();
}

/** Changes the catalog in one transaction. A full disk drops copies: they can be fetched again. */
export const changeCatalog = (store: Store, task: (entries: Table<Entry, string>) => Promise<unknown>): Promise<void> =>
  ifThereIsRoom(store.transaction(["catalog"], () => task(store.device.catalog)));

export async function putEntries(store: Store, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await changeCatalog(store, (catalog) => catalog.bulkPut(entries));
}

export async function removeEntries(store: Store, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await changeCatalog(store, (catalog) => catalog.bulkDelete([...ids]));
}
