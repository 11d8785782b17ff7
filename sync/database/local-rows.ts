// Converts rows between replication and storage. `_meta` holds the base version of a pending row,
// so one write stores both.
import type { CollectionName } from "../schema/collections.ts";
import { type EditNumbers, noteNumber } from "./edit-sequence.ts";
import { type SyncedDoc, withoutMeta } from "./row.ts";
import type { Together } from "./rx-storage.ts";
import { baseOf, type LocalRow } from "./server-row.ts";

type Meta = Omit<LocalRow, "doc"> & { lwt: number };

export function localRow(stored: object): LocalRow {
  const { _meta } = stored as { _meta: Meta };
  const { lwt: _, ...beside } = _meta;
  return { doc: withoutMeta(stored), ...beside };
}

/** Returns when this device wrote the row, in ms. */
export const writtenAt = (stored: object): number => (stored as { _meta: Meta })._meta.lwt;

/** Returns a pending row's base version, or the confirmed row itself. */
export const baseOfStored = (stored: object): SyncedDoc | undefined => baseOf(localRow(stored));

export interface LocalRows {
  /** Local rows by id, tombstones too. Missing ids are left out. */
  read(name: CollectionName, ids: readonly string[]): Promise<Map<string, LocalRow>>;
  /** Replaces rows that were read in this transaction, or adds new ones. */
  write(name: CollectionName, rows: readonly LocalRow[]): Promise<void>;
}

/** @param numbers notes the number of each pending row that is written or replaced */
export const localRows = (together: Together, numbers: EditNumbers): LocalRows => ({
  async read(name, ids) {
    const found = await together.read(name, ids);
    return new Map([...found].map(([id, row]) => [id, localRow(row)]));
  },
  async write(name, rows) {
    if (rows.length === 0) return;
    const ids = rows.map(({ doc }) => doc.id);
    const here = await together.read(name, ids);
    const writes = rows.map(({ doc, ...beside }) => {
      const previous = here.get(doc.id);
      for (const row of [doc, previous])
        if (row?.sync_xid === "") noteNumber(numbers, `${name}|${doc.id}`, Number(row.sync_seq));
      const meta = Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== undefined));
      return { row: doc, previous, meta };
    });
    await together.write(name, writes);
  },
});
