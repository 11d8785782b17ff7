// What the server has not confirmed, tombstones included: RxDB's queries never show a deleted row,
// and an unsent deletion is an edit like any other. Changes no row; sending is the engine's.
import {
  auditTime,
  combineLatest,
  defer,
  distinctUntilChanged,
  map,
  type Observable,
  of,
  retry,
  startWith,
  switchMap,
  throwError,
  timer,
} from "rxjs";
import { ownTask } from "../database/own-task.ts";
import { copyWithoutMeta, type SyncedDoc, withoutMeta } from "../database/row.ts";
import { preparedQuery, type StorageInstance } from "../database/rxdb-storage.ts";
import type { Store } from "../database/store.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import { storageFailure } from "../transport/errors.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";

/** Collections that a person may write at all. */
const writableOf = (store: Store): readonly CollectionName[] =>
  store.names.filter((n) => collections[n].insert.length > 0 || collections[n].update.length > 0);

/**
 * Collections whose pending changes the sync badge counts. Marking a notification as read is sent
 * like any edit, but it is nobody's work.
 */
export const workOf = (store: Store) => writableOf(store).filter((name) => name !== "notifications");

/** What is used of a collection, whatever its rows are. */
interface Plain {
  readonly $: Observable<unknown>;
  readonly schema: { readonly jsonSchema: object };
  readonly storageInstance: StorageInstance & {
    bulkWrite(rows: { previous: object; document: object }[], context: string): Promise<unknown>;
  };
}
// Cast: RxDB's type of a collection is generic over sixteen kinds of rows.
const plain = (store: Store, name: CollectionName): Plain => store.collection(name) as unknown as Plain;

const waiting = ({ schema }: Plain, deleted: boolean): object =>
  preparedQuery(schema.jsonSchema, { selector: { _deleted: { $eq: deleted }, sync_xid: { $eq: "" } } });

/** Unconfirmed rows of a collection, as stored; `_deleted` marks deleted ones. */
export async function pendingRows(store: Store, name: CollectionName): Promise<SyncedDoc[]> {
  return (await unsentStored(plain(store, name))).map(copyWithoutMeta);
}

async function unsentStored(collection: Plain): Promise<object[]> {
  const found = await Promise.all(
    [false, true].map((deleted) => collection.storageInstance.query(waiting(collection, deleted))),
  );
  return found.flatMap(({ documents }) => documents);
}

/**
 * Stores pending rows again, unchanged, so that RxDB pushes them. A row that changes meanwhile
 * keeps that change.
 * @param before ms: rows stored later are skipped
 */
export async function rewritePendingRows(store: Store, name: CollectionName, before: number): Promise<void> {
  const collection = plain(store, name);
  const rows = (await unsentStored(collection)).filter((row) => (row as { _meta: { lwt: number } })._meta.lwt < before);
  if (rows.length === 0) return;
  await collection.storageInstance.bulkWrite(
    rows.map((row) => ({ previous: row, document: row })),
    "left-behind",
  );
}

/** Stored rows by id, with deleted ones. Missing ids are left out. */
export async function storedRows(store: Store, name: CollectionName, ids: readonly string[]): Promise<SyncedDoc[]> {
  return (await storedWhole(store, name, ids)).map(withoutMeta);
}

/** The same with RxDB's metadata. */
export const storedWhole = (store: Store, name: CollectionName, ids: readonly string[]): Promise<object[]> =>
  plain(store, name).storageInstance.findDocumentsById(ids, true);

const whenDiskFails = (error: unknown, tries: number) =>
  storageFailure(error) === null ? throwError(() => error) : timer(pauseMs(backoff.disk, tries - 1));

/**
 * Asks again whenever something in the collection changes; once for all changes that come together.
 */
export const queryOnChange = <T>(store: Store, name: CollectionName, ask: () => Promise<T>): Observable<T> =>
  plain(store, name).$.pipe(
    // A first pull brings thousands of changes.
    auditTime(30),
    startWith(null),
    switchMap(() => defer(() => ownTask().then(ask)).pipe(retry({ delay: whenDiskFails }))),
  );

/** Number of pending rows per collection. */
export function waitingCounts(
  store: Store,
  names = writableOf(store),
): Observable<Partial<Record<CollectionName, number>>> {
  if (names.length === 0) return of({});
  const count = async (name: CollectionName) => {
    const collection = plain(store, name);
    const counts = await Promise.all(
      [false, true].map((deleted) => collection.storageInstance.count(waiting(collection, deleted))),
    );
    return counts.reduce((sum, { count: n }) => sum + n, 0);
  };
  return combineLatest(
    names.map((name) =>
      queryOnChange(store, name, () => count(name)).pipe(
        distinctUntilChanged(),
        map((n) => [name, n] as const),
      ),
    ),
  ).pipe(map((pairs) => Object.fromEntries(pairs)));
}
