// RxDB's storage types, narrowed to this app's rows: RxDB's generic ones do not fit code that
// serves all collections.
import { type BulkWriteRow, normalizeMangoQuery, prepareQuery, type RxStorage, type RxStorageWriteError } from "rxdb";
import type { SyncedDoc } from "./row.ts";

export type AnyStorage = RxStorage<unknown, unknown>;

export interface Written {
  error: RxStorageWriteError<SyncedDoc>[];
}

/** What is used of a storage instance: the rows of one collection, or RxDB's notes about it. */
export interface StorageInstance {
  readonly schema: object;
  bulkWrite(rows: BulkWriteRow<SyncedDoc>[], context: string): Promise<Written>;
  findDocumentsById(ids: readonly string[], deleted: boolean): Promise<object[]>;
  query(prepared: object): Promise<{ documents: object[] }>;
  count(prepared: object): Promise<{ count: number }>;
  close(): Promise<void>;
}

/**
 * The same storage with instances that `adapt` has changed in place.
 * @param adapt names by its parameter what it uses of an instance
 */
export function adaptStorage<I = StorageInstance>(
  storage: AnyStorage,
  adapt: (instance: I, collection: string) => void | Promise<void>,
): AnyStorage {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      // Cast: RxDB's type of an instance is generic over rows that are not known here.
      await adapt(instance as unknown as I, params.collectionName);
      return instance;
    },
  };
}

/** Opens an instance beside RxDB's own database, to copy rows from or to. */
export async function openInstance<I extends StorageInstance>(
  storage: AnyStorage,
  databaseName: string,
  collectionName: string,
  schema: object,
): Promise<I> {
  const params = {
    ...{ databaseName, collectionName, schema, databaseInstanceToken: "upgrade" },
    ...{ multiInstance: false, options: {}, devMode: false },
  };
  // Cast: the same as in `adaptStorage`, for the parameters and for the instance.
  const create = storage.createStorageInstance as unknown as (given: typeof params) => Promise<I>;
  return create.call(storage, params);
}

/** A query of rows as a storage instance takes it. */
export const preparedQuery = (schema: object, query: object): object => prepare(schema, normalize(schema, query));
// Cast: RxDB's types of a query over sixteen kinds of rows send the type checker into gigabytes.
const normalize = normalizeMangoQuery as unknown as (schema: object, query: object) => object;
// Cast: the same.
const prepare = prepareQuery as unknown as (schema: object, query: object) => object;
