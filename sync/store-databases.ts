// Names, storage and removal of the databases that hold one owner's rows: one RxDB database per generation, and in
// IndexedDB one database per collection, which RxDB leaves behind. Knows nothing of what is in them.
import Dexie from "dexie";
import type { RxStorage } from "rxdb";
import { getRxStorageDexie } from "rxdb/plugins/storage-dexie";
import { withQuickReads } from "./dexie-reads.ts";
import { holdBackAdvert } from "./rxdb-advert.ts";
import { type CollectionName, collections } from "./schema/collections.ts";

export interface StoreOptions {
  /** Tests pass RxDB's memory storage. */
  storage?: RxStorage<unknown, unknown>;
  multiInstance?: boolean;
  /** Tests: several devices in one process keep apart by it. */
  device?: string;
}

/** What the databases of one owner are called after. */
export const keyOf = (owner: string, options: StoreOptions) => owner + (options.device ?? "");
export const databaseName = (key: string, generation: number) => `betaflock-${key}-${generation}`;

/**
 * Rows that a person writes reach the disk before the write is reported done (`strict`); what can be pulled again
 * may be lost in a power cut (`relaxed`, Chromium's default, several times faster).
 */
export function dexieStorage(): RxStorage<unknown, unknown> {
  holdBackAdvert();
  const relaxed = getRxStorageDexie();
  const strict = getRxStorageDexie({ chromeTransactionDurability: "strict" });
  const written = (name: string) => {
    const rules = collections[name as CollectionName] as (typeof collections)[CollectionName] | undefined;
    return rules !== undefined && (rules.insert.length > 0 || rules.texts.length > 0);
  };
  return {
    name: relaxed.name,
    rxdbVersion: relaxed.rxdbVersion,
    createStorageInstance: async (params) => {
      const storage = written(params.collectionName) ? strict : relaxed;
      return withQuickReads((await storage.createStorageInstance(params as never)) as never) as never;
    },
  };
}

async function deleteDatabases(wanted: (name: string) => boolean): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const known = typeof indexedDB.databases === "function" ? (await indexedDB.databases()).map((d) => d.name ?? "") : [];
  await Promise.all([...new Set([...names, ...known])].filter(wanted).map((n) => Dexie.delete(n)));
}

const isOf = (name: string, key: string) => name.startsWith(`rxdb-dexie-betaflock-${key}-`);

/** Deletes the rows of an owner: all of them, or all but one generation's. */
export const deleteGenerations = (key: string, butOf: number | null): Promise<void> =>
  deleteDatabases((n) => isOf(n, key) && (butOf === null || !n.startsWith(`rxdb-dexie-${databaseName(key, butOf)}--`)));
