// The device database: one IndexedDB database per person. It has a table for each collection, and
// plain tables for the outbox, pending files, drafts, downloads, the catalog and facts.
import type Dexie from "dexie";
import type { Table } from "dexie";
import { type CollectionName, collections } from "../schema/collections.ts";
import { storeFormat } from "../schema/store-version.ts";
import { storageFailure } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import { forbidBlobOverwrites } from "./blob-guard.ts";
import { type PendingItem, pendingIndexes } from "./pending-item.ts";
import type { SyncedDoc } from "./row.ts";
import { createStoreDatabase, type StoreDatabase } from "./rx-storage.ts";
import type { DatabaseShape } from "./rx-storage-tables.ts";

/** A rejected change, or a text that lost a conflict. Only the person removes it. */
export interface OutboxEntry {
  key: string;
  kind: "rejected" | "recovered";
  collection: CollectionName;
  id: string;
  /** Why: a code of schema/rejections.ts, `lostCode`, or "conflict" (recovered texts). */
  code: string;
  message: string;
  /** The whole row as the person wrote it. */
  doc: Record<string, unknown>;
  /** The server's row that the edit started from. Undefined for new rows and for lost ones. */
  base?: Record<string, unknown>;
  /** Recovered only: the column, and its text. `status`: a whole decision, which is in `doc`. */
  field: string;
  text: string;
  at: string;
}

interface FormDraft {
  key: string;
  value: unknown;
  at: string;
}

/** Bytes if the browser stores no Blob (stored-bytes.ts). */
export type StoredBytes = Blob | { bytes: ArrayBuffer; type: string };

export interface StoredBlob {
  sha256: string;
  data: StoredBytes;
  type: string;
  size: number;
  /** 1: a pending item or an own image, never evicted. 0: a copy of a file of the server. */
  own: 0 | 1;
  at: string;
}

/** A build that is downloading to this device or stored on it. */
export interface Download {
  release_id: string;
  app_id: string;
  title: string;
  version: string;
  name: string;
  type: string;
  path: string;
  size: number;
  sha256: string;
  got: number;
  state: "fetching" | "waiting" | "checking" | "ready" | "failed";
  failure: "" | "mismatch" | "missing" | "storage_full";
  /** Kept for offline use until the person removes it. */
  keep: boolean;
  /** The server has not counted it yet. */
  uncounted: boolean;
  at: string;
}

/** A confirmed row of this person, saved when the store was rebuilt (lost-rows.ts). */
export interface OwnRow {
  /** `{collection}|{id}|{sync_seq}|{sync_client}` */
  key: string;
  collection: CollectionName;
  doc: SyncedDoc;
}

/**
 * - `shelf`: a card that the server keeps on this device. Only shelf.ts writes them.
 * - `card`: a card from a search.
 * - `kept`: a whole row that was opened.
 * - `mark`: bookkeeping, such as a shelf's checkpoint.
 *
 * A row can have both a `shelf` and a `card` entry; each is removed separately.
 */
type EntryKind = "shelf" | "card" | "kept" | "mark";

/** A copy of another person's app or campaign (sync/catalog). */
export interface Entry {
  /** `{kind}|{of}|{id}` */
  id: string;
  kind: EntryKind;
  /** When it was last shown, in ms. */
  used: number;
  bytes: number;
  value: Record<string, unknown>;
}

interface DeviceTables {
  outbox: Table<OutboxEntry, string>;
  blobs: Table<StoredBlob, string>;
  pending: Table<PendingItem, string>;
  drafts: Table<FormDraft, string>;
  downloads: Table<Download, string>;
  parts: Table<{ release_id: string; index: number; data: StoredBytes }, [string, number]>;
  ownRows: Table<OwnRow, string>;
  meta: Table<{ key: string; value: unknown }, string>;
  catalog: Table<Entry, string>;
}
export type DeviceTable = keyof DeviceTables;
/** The database with its plain tables. */
export type DeviceDb = Dexie & DeviceTables;

const tables: Record<DeviceTable, string> = {
  outbox: "key, [collection+id], at",
  blobs: "sha256, [own+at+size]",
  pending: pendingIndexes,
  drafts: "key",
  downloads: "release_id",
  parts: "[release_id+index]",
  ownRows: "key",
  meta: "key",
  catalog: "id, kind",
};

export const deviceDbName = (key: string) => `betaflock-${key}`;

/** Declares an owner's database, with the tables of all roles: a new role changes no schema. */
export function createDeviceDb(key: string, options: Pick<DatabaseShape, "replaced" | "newer">): StoreDatabase {
  const names = Object.keys(collections) as CollectionName[];
  const database = createStoreDatabase({
    ...options,
    name: deviceDbName(key),
    version: storeFormat.version,
    collections: Object.fromEntries(names.map((name) => [name, { indexes: collections[name].indexes }])),
    tables,
    probe,
  });
  forbidBlobOverwrites(database.dexie);
  return database;
}

function probe(dexie: Dexie): PromiseLike<unknown> {
  const meta = dexie.table("meta");
  return dexie.transaction("rw!", meta, async () => {
    const row: unknown = await meta.get("client");
    if (row) await meta.put(row);
  });
}

export async function readMeta<T>(side: DeviceDb, key: string): Promise<T | undefined> {
  return (await side.meta.get(key))?.value as T | undefined;
}

/** Writes a fact that can be lost (last sync, progress): a full or closed database drops it. */
export function ignoreStorageErrors(note: Promise<unknown>): void {
  void ifThereIsRoom(note);
}

/** Awaits such a write and ignores a full or closed database, so the caller can continue. */
export async function ifThereIsRoom(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (!isClosed(error) && storageFailure(error) === null) throw error;
  });
}

/** Runs a write for a person. Returns a full disk or denied storage as a failure; bugs throw. */
export async function storing<T>(write: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await write());
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
}

/** Reports a background task's bug to the error log. The status shows failures of the disk. */
export function reportUnexpected(error: unknown): void {
  if (error instanceof Cancelled || isClosed(error) || storageFailure(error) !== null) return;
  globalThis.reportError?.(error);
}

/** True if the database was closed or its store replaced, together with the caller's screen. */
export const isClosed = (error: unknown) =>
  error instanceof Error && ["DatabaseClosedError", "StoreReplaced"].includes(error.name);
