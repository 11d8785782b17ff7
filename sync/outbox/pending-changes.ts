// Reads rows that the server has not confirmed, tombstones included: RxDB's queries omit deleted
// rows, but an unsent deletion is an edit too. Read-only.
import { normalizeMangoQuery, prepareQuery } from "rxdb";
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
import { copyWithoutMeta, type SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { type CollectionName, writableColumns } from "../schema/collections.ts";
import { storageFailure } from "../transport/errors.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";

export const writableOf = (store: Store): readonly CollectionName[] =>
  store.names.filter((name) => writableColumns(name).length > 0);

/** Collections whose pending changes the badge counts. Read marks are sent, not counted. */
export const workOf = (store: Store) => writableOf(store).filter((name) => name !== "notifications");

/** The part of a collection that is used here, without its row type. */
interface Plain {
  readonly $: Observable<unknown>;
  readonly schema: { readonly jsonSchema: object };
  readonly storageInstance: {
    findDocumentsById(ids: readonly string[], deleted: boolean): Promise<object[]>;
    query(prepared: object): Promise<{ documents: object[] }>;
    count(prepared: object): Promise<{ count: number }>;
  };
}
// Cast: RxDB's type of a collection is generic over sixteen kinds of rows.
const plain = (store: Store, name: CollectionName): Plain => store.collection(name) as unknown as Plain;

const waiting = ({ schema: { jsonSchema } }: Plain, deleted: boolean): object =>
  prepare(jsonSchema, normalize(jsonSchema, { selector: { _deleted: { $eq: deleted }, sync_xid: { $eq: "" } } }));
// Cast: RxDB's query types over sixteen kinds of rows exhaust the type checker's memory.
const normalize = normalizeMangoQuery as unknown as (schema: object, query: object) => object;
// Cast: see `normalize`.
const prepare = prepareQuery as unknown as (schema: object, query: object) => object;

/** Returns stored rows that are unconfirmed. `_deleted` marks deleted ones. */
export async function pendingStored(store: Store, name: CollectionName): Promise<object[]> {
  const collection = plain(store, name);
  const found = await Promise.all(
    [false, true].map((deleted) => collection.storageInstance.query(waiting(collection, deleted))),
  );
  return found.flatMap(({ documents }) => documents);
}

/** Returns unconfirmed rows without the storage's own columns. */
export async function pendingRows(store: Store, name: CollectionName): Promise<SyncedDoc[]> {
  return (await pendingStored(store, name)).map(copyWithoutMeta);
}

/** Returns stored rows by id, deleted ones included. Omits missing ids. */
export const storedRows = (store: Store, name: CollectionName, ids: readonly string[]): Promise<object[]> =>
  plain(store, name).storageInstance.findDocumentsById(ids, true);

const whenDiskFails = (error: unknown, tries: number) =>
  storageFailure(error) === null ? throwError(() => error) : timer(pauseMs(backoff.disk, tries - 1));

/** Repeats a query after changes in the collection, once for changes that come together. */
export const queryOnChange = <T>(store: Store, name: CollectionName, ask: () => Promise<T>): Observable<T> =>
  plain(store, name).$.pipe(
    // A first pull causes thousands of changes.
    auditTime(30),
    startWith(null),
    switchMap(() => defer(ask).pipe(retry({ delay: whenDiskFails }))),
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
