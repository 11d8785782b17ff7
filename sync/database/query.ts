// Named reads: what a screen may ask of the store. A read is a description with a key; the same key
// is the same read, so a screen may name it in render without starting a new subscription each
// time.
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

/** Live rows of a query. */
export function rows<N extends CollectionName>(key: string, name: N, query: MangoQuery<Row<N>>): Query<Row<N>[]> {
  return { key, observe: (store) => rowsOf(store, name, query) };
}

/** One live row by its id; null when the store has none (yet). */
export function row<N extends CollectionName>(key: string, name: N, id: string): Query<Row<N> | null> {
  return { key, observe: (store) => rowOf(store, name, id) };
}

/** A row as it changes, within a larger read. */
export function rowOf<N extends CollectionName>(store: Store, name: N, id: string): Observable<Row<N> | null> {
  return store
    .collection(name)
    .findOne(id)
    .$.pipe(map((doc) => (doc ? columnsOf<N>(doc) : null)));
}

const columnsOfDocs = new WeakMap<object, object>();

/**
 * A document's columns, the same object for the same version: a list of thousands in which one row
 * changed keeps all others. RxDB's own `toJSON()` deletes what it adds, and an object of which
 * something was deleted is slow to copy (V8 keeps it as a dictionary).
 */
function columnsOf<N extends CollectionName>(doc: { toJSON(withMeta: true): object }): Row<N> {
  const known = columnsOfDocs.get(doc);
  if (known) return known as Row<N>;
  const { _deleted, ...columns } = withoutMeta(doc.toJSON(true));
  columnsOfDocs.set(doc, columns);
  // Cast: the collection's schema says what a document has.
  return columns as unknown as Row<N>;
}

/** A query's rows as they change, within a larger read. */
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

/** A live read of the side database. */
export function sideOf<T>(query: () => Promise<T>): Observable<T> {
  return from(liveQuery(query));
}
