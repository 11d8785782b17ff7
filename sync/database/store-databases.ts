// Names, storage and removal of the databases that hold one owner's rows: one RxDB database per
// generation, and in IndexedDB one database per collection, which RxDB leaves behind. Knows nothing
// of what is in them.
import Dexie from "dexie";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { type CollectionName, collections } from "../schema/collections.ts";
import { addFastQueries, type DexieInstance } from "./dexie-fast-queries.ts";
import { type InsertInstance, readBeforeInsert } from "./dexie-writes.ts";
import { ownTask } from "./own-task.ts";
import { holdBackAdvert } from "./rxdb-advert.ts";
import { type AnyStorage, adaptStorage } from "./rxdb-storage.ts";

export interface StoreOptions {
  /** Tests pass RxDB's memory storage. */
  storage?: AnyStorage;
  multiInstance?: boolean;
  /** Tests: several devices in one process keep apart by it. */
  device?: string;
}

/** What the databases of one owner are called after. */
export const keyOf = (owner: string, options: StoreOptions) => owner + (options.device ?? "");
export const databaseName = (key: string, generation: number) => `betaflock-${key}-${generation}`;
/** What was seen of the catalog (sync/catalog): in no generation, since it can go at any time. */
export const catalogName = (key: string) => `betaflock-catalog-${key}`;

/** RxDB's own: which collections there are. */
const internalStore = "_rxdb_internal";

/**
 * Rows that a person writes reach the disk before the write is reported done (`strict`); what can
 * be pulled again may be lost in a power cut (`relaxed`, Chromium's default, several times faster).
 */
export function dexieStorage(): AnyStorage {
  holdBackAdvert();
  const fast = (storage: AnyStorage) =>
    adaptStorage(storage, (instance: DexieInstance & InsertInstance, name) => {
      addFastQueries(instance);
      if (name === internalStore) readBeforeInsert(instance);
    });
  const relaxed = fast(getRxStorageDexie());
  const strict = fast(getRxStorageDexie({ chromeTransactionDurability: "strict" }));
  const written = (name: string) => {
    const rules = name in collections ? collections[name as CollectionName] : undefined;
    return rules !== undefined && (rules.insert.length > 0 || rules.texts.length > 0);
  };
  return {
    name: relaxed.name,
    rxdbVersion: relaxed.rxdbVersion,
    async createStorageInstance(params) {
      await ownTask();
      return (written(params.collectionName) ? strict : relaxed).createStorageInstance(params);
    },
  };
}

async function databasesLike(wanted: (name: string) => boolean): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  const known = typeof indexedDB.databases === "function" ? (await indexedDB.databases()).map((d) => d.name ?? "") : [];
  return [...new Set([...names, ...known])].filter(wanted);
}

/**
 * Another tab that does not answer (frozen by the browser) keeps a database from being deleted for
 * as long as it is there.
 */
const deletePatienceMs = 5_000;

/**
 * Deletes a database of another person. Empties it first, since another tab's open connection
 * blocks the deletion but not that.
 * @returns false: it is empty, but still there
 */
async function wipeDatabase(name: string): Promise<boolean> {
  const db = new Dexie(name);
  try {
    await db.open();
    await db.transaction("rw", db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  } catch (error) {
    // Deleted by another tab meanwhile.
    if ((error as Error).name !== "NoSuchDatabaseError") throw error;
  } finally {
    db.close();
  }
  const deleted = Dexie.delete(name).then(() => true);
  return Promise.race([deleted, new Promise<false>((late) => setTimeout(late, deletePatienceMs, false))]);
}

/**
 * Wipes all that an owner has on this device. @returns false: something is empty, and still there
 */
export async function wipeDatabases(key: string, besides: string): Promise<boolean> {
  const catalog = `rxdb-dexie-${catalogName(key)}--`;
  const names = await databasesLike((name) => isOf(name, key) || name.startsWith(catalog) || name === besides);
  return (await Promise.all(names.map(wipeDatabase))).every(Boolean);
}

const isOf = (name: string, key: string) => name.startsWith(`rxdb-dexie-betaflock-${key}-`);

/** Deletes an owner's generations but the one in force. */
export async function deleteGenerations(key: string, butOf: number): Promise<void> {
  const inForce = `rxdb-dexie-${databaseName(key, butOf)}--`;
  const names = await databasesLike((name) => isOf(name, key) && !name.startsWith(inForce));
  await Promise.all(names.map((name) => Dexie.delete(name)));
}
