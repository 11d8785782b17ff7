// The small database beside the store: what must survive a rebuilt store and what RxDB has no place
// for. Rejected changes, recovered texts, pending files and messages with their bytes, reviews that
// can still be undone, downloads, and a few facts about the store.
// Written with strict durability: what a person typed must outlive a power cut.
import Dexie, { type Table } from "dexie";
import type { CollectionName } from "../schema/collections.ts";
import { storageFailure } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { type PendingItem, pendingIndexes } from "./pending-item.ts";
import { movePendingItems } from "./pending-upgrade.ts";
import type { SyncedDoc } from "./row.ts";
import type { StoredBlob, StoredBytes } from "./stored-blob.ts";

/**
 * An outbox entry: a rejected change, or a text that lost a conflict. Only the person removes it.
 */
export interface OutboxEntry {
  key: string;
  kind: "refused" | "recovered";
  collection: CollectionName;
  id: string;
  /** Why: a code of schema/refusals.ts, `lostCode`, or "conflict" (recovered texts). */
  code: string;
  message: string;
  /** The whole row as the person wrote it. */
  doc: Record<string, unknown>;
  /**
   * Recovered only: which column, and its text. `status`: a whole decision, the rest of which is in
   * `doc`.
   */
  field: string;
  text: string;
  at: string;
}

export interface FormDraft {
  key: string;
  value: unknown;
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
  /** Bytes that are here. */
  got: number;
  state: "fetching" | "waiting" | "checking" | "ready" | "failed";
  /** Why it failed. */
  failure: "" | "mismatch" | "missing" | "storage_full";
  /** Stays for use without a network, until it is freed. */
  keep: boolean;
  /** The server has not heard of it yet. */
  uncounted: boolean;
  at: string;
}

/**
 * A row that this person wrote and the server had acknowledged, saved when the store was rebuilt
 * (replication/lost-rows.ts).
 */
export interface OwnRow {
  /** `{collection}|{id}|{sync_seq}|{sync_client}` */
  key: string;
  collection: CollectionName;
  doc: SyncedDoc;
}

export class DeviceDb extends Dexie {
  declare outbox: Table<OutboxEntry, string>;
  declare blobs: Table<StoredBlob, string>;
  declare pending: Table<PendingItem, string>;
  declare drafts: Table<FormDraft, string>;
  declare downloads: Table<Download, string>;
  declare parts: Table<{ release_id: string; index: number; data: StoredBytes }, [string, number]>;
  declare ownRows: Table<OwnRow, string>;
  declare meta: Table<{ key: string; value: unknown }, string>;

  constructor(owner: string) {
    super(sideDbName(owner), { chromeTransactionDurability: "strict" });
    this.version(1).stores({
      outbox: "key, [collection+id], at",
      blobs: "sha256, own, at",
      uploads: "key, feedback_id, sha256",
      drafts: "key",
      meta: "key",
    });
    this.version(2).stores({ bases: "key" });
    this.version(3).stores({ downloads: "release_id", parts: "[release_id+index]" });
    this.version(4).stores({ bases: null });
    this.version(5).stores({ ownRows: "key" });
    this.version(6)
      .stores({ pending: pendingIndexes, uploads: null })
      .upgrade((transaction) => movePendingItems(transaction, owner));
    // Another tab signs out and deletes this database. Dexie closes it by default, too, but would
    // create an empty one for operations that are still running here.
    this.on("versionchange", ({ newVersion }) => {
      if (newVersion) return true;
      this.close();
      return false;
    });
  }
}

export const sideDbName = (owner: string) => `betaflock-side-${owner}`;

export async function readMeta<T>(side: DeviceDb, key: string): Promise<T | undefined> {
  return (await side.meta.get(key))?.value as T | undefined;
}

/**
 * Writes a note that the next one replaces (last sync, upload progress). A closing database and a
 * failing disk may drop it.
 */
export function ignoreStorageErrors(note: Promise<unknown>): void {
  void ifThereIsRoom(note);
}

/** The same, waited for: what comes after it must not be lost for it, and goes on without it. */
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

/** The database was closed meanwhile, and with it the caller's screen. */
export const isClosed = (error: unknown) => error instanceof Error && error.name === "DatabaseClosedError";
