// Converts rows to the form of replication, without RxDB's own columns.
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

/** Returns a row without RxDB's columns. Shares its values: see `copyWithoutMeta`. */
export function withoutMeta(stored: object): SyncedDoc {
  const { _meta, _rev, _attachments, ...row } = stored as Record<string, unknown>;
  return row as SyncedDoc;
}

/** True if the server has this version. "0" means that the server never had the row. */
export const isConfirmed = (row: SyncedDoc) => row.sync_xid !== "" && row.sync_xid !== "0";

export const copyWithoutMeta = (stored: object): SyncedDoc => structuredClone(withoutMeta(stored));

/** Returns the columns that this version knows; null if they do not fit the schema. */
export function readRow(collection: CollectionName, row: Record<string, unknown>): SyncedDoc | null {
  const parsed = v.safeParse(schemas[collection], row);
  return parsed.success ? { ...parsed.output, _deleted: row._deleted === true } : null;
}
