// A row as replication sees it, with and without what RxDB stores beside its columns.
import * as v from "valibot";
import { type CollectionName, schemas } from "../schema/collections.ts";

export interface SyncedDoc {
  id: string;
  sync_xid: string;
  sync_client: string;
  sync_seq: number;
  _deleted: boolean;
  [column: string]: unknown;
}

/**
 * A row without what RxDB adds to it. Its values are the stored ones: a copy to be written to is
 * `copyWithoutMeta`.
 */
export function withoutMeta(stored: object): SyncedDoc {
  const { _meta, _rev, _attachments, ...row } = stored as Record<string, unknown>;
  return row as SyncedDoc;
}

/** Has the server this version? "0": it never had the row. */
export const isConfirmed = (row: SyncedDoc) => row.sync_xid !== "" && row.sync_xid !== "0";

/** A row without what RxDB adds to it, as a copy. */
export const copyWithoutMeta = (stored: object): SyncedDoc => structuredClone(withoutMeta(stored));

/**
 * A row of the server's answer with just the columns that this version knows; null if it does not
 * fit.
 */
export function readRow(collection: CollectionName, row: Record<string, unknown>): SyncedDoc | null {
  const parsed = v.safeParse(schemas[collection], row);
  return parsed.success ? { ...parsed.output, _deleted: row._deleted === true } : null;
}
