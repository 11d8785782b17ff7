// Defines live queries. A query has a key: screens may create it on every render, and the same key
// shares one subscription.
import { liveQuery } from "dexie";
import type { MangoQuery } from "rxdb";
import { from, map, type Observable } from "rxjs";
import type { CollectionName, Row } from "../schema/collections.ts";
import { withoutMeta } from "./row.ts";
import type { Store } from "./store.ts";

export interface Query<T> {
  readonly key: string;
  observe(store: Store): Observable<T>;
}

export const query = <T>(key: string, observe: Query<T>["observe"]): Query<T> => ({ key, observe });

/** Observes the rows that `wanted` selects, or what `read` returns for them. */
export const rows = <N extends CollectionName, T = Row<N>[]>(
  key: string,
  name: N,
  wanted: MangoQuery<Row<N>>,
  // Cast: without it, T is the rows.
  read: (rows: Row<N>[]) => T = (list) => list as T,
): Query<T> => query(key, (store) => rowsOf(store, name, wanted).pipe(map(read)));

/** Observes one row by id; null if the store lacks it. */
export const row = <N extends CollectionName>(key: string, name: N, id: string): Query<Row<N> | null> =>
  query(key, (store) => rowOf(store, name, id));

export function rowOf<N extends CollectionName>(store: Store, name: N, id: string): Observable<Row<N> | null> {
  return store
    .collection(name)
    .findOne(id)
    .$.pipe(map((doc) => (doc ? columnsOf<N>(doc) : null)));
}

const columnsOfDocs = new WeakMap<object, object>();

/**
 * Returns a document's columns, the same object for the same version, so that unchanged rows of a
 * long list keep their identity. RxDB's own `toJSON()` deletes the columns it adds, and V8 copies
 * such an object slowly.
 */
function columnsOf<N extends CollectionName>(doc: { toJSON(withMeta: true): object }): Row<N> {
  const known = columnsOfDocs.get(doc);
  if (known) return known as Row<N>;
  const { _deleted, ...columns } = withoutMeta(doc.toJSON(true));
  columnsOfDocs.set(doc, columns);
  // Cast: a document has the columns of its collection's schema.
  return columns as unknown as Row<N>;
}

export function rowsOf<N extends CollectionName>(
  store: Store,
  name: N,
  query: MangoQuery<Row<N>>,
): Observable<Row<N>[]> {
  return store
    .collection(name)
    .find(query)
    .$.pipe(map((docs) => docs.map((doc) => columnsOf<N>(doc))));
}

/** Reads the documents that a selector matches. */
export const docsOf = <N extends CollectionName>(
  store: Store,
  name: N,
  selector: NonNullable<MangoQuery<Row<N>>["selector"]>,
) => store.collection(name).find({ selector }).exec();

/** Observes a query of plain tables. */
export function liveDevice<T>(query: () => Promise<T>): Observable<T> {
  return from(liveQuery(query));
}
