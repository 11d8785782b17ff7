// Reads of RxDB's Dexie storage without its cursor: it wakes the page once for each row, copies
// each row deeply, and reads a whole collection for the newest fifty. Here rows come by the
// thousand, and the newest from the index's end.
// The rows, their order and the query's meaning are RxDB's own; only what fetches them is ours.
import Dexie, { type Table } from "dexie";
import { getQueryMatcher, getSortComparator } from "rxdb";
import { getKeyRangeByQueryPlan } from "rxdb/plugins/storage-dexie";

type Stored = Record<string, unknown>;
type Index = readonly string[];

/** What RxDB's planner hands to a storage. */
interface Prepared {
  query: {
    selector: Record<string, { $eq?: unknown }>;
    sort: Record<string, "asc" | "desc">[];
    skip?: number;
    limit?: number;
  };
  queryPlan: {
    index: Index;
    startKeys: readonly unknown[];
    sortSatisfiedByIndex: boolean;
    selectorSatisfiedByIndex: boolean;
  };
}
interface Internals {
  dexieDb: Dexie;
  dexieTable: Table<Stored, string>;
  booleanIndexes: string[];
}
export interface DexieInstance {
  readonly schema: { readonly indexes: readonly Index[] };
  readonly internals: Promise<Internals>;
  query(prepared: Prepared): Promise<{ documents: Stored[] }>;
}

// Cast: RxDB's types of these three are generic over rows that are not known here.
const matcherOf = getQueryMatcher as unknown as (schema: object, query: object) => (row: object) => boolean;
// Cast: the same.
const orderOf = getSortComparator as unknown as (schema: object, query: object) => (a: object, b: object) => number;
// Cast: the same.
const keyRangeOf = getKeyRangeByQueryPlan as unknown as (
  booleans: readonly string[],
  plan: object,
  ranges: typeof IDBKeyRange,
) => IDBKeyRange;

const chunk = 1000;
const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/**
 * Booleans lie as "0" and "1" where IndexedDB has to index them. What it hands out is a copy: it
 * may be written to.
 */
function unpack(booleans: readonly string[], row: Stored): Stored {
  for (const column of booleans) row[column] = row[column] === "1";
  return row;
}

/**
 * Replaces how an instance of RxDB's Dexie storage runs queries, and how it looks up rows by their
 * ids.
 */
export function addFastQueries(instance: DexieInstance): void {
  instance.query = async (prepared) => ({ documents: await rowsOf(instance, prepared) });
  // A database that fails to open throws in the query.
  instance.internals.then(
    ({ dexieTable }) => lookUpQuickly(dexieTable),
    () => undefined,
  );
}

const quick = new WeakSet<object>();
/** Up to this number, ids are read one by one. */
const fewIds = 30;

/**
 * Before a write, RxDB reads each of its rows, and IndexedDB answers one request per row. Pulled
 * rows are mostly new, so one read of the existing keys shows which rows need no request.
 */
function lookUpQuickly(table: Table<Stored, string>): void {
  if (quick.has(table)) return;
  quick.add(table);
  const oneByOne = table.bulkGet.bind(table) as (ids: string[]) => Dexie.Promise<(Stored | undefined)[]>;
  const byKeys = (ids: string[]) => {
    if (ids.length < fewIds) return oneByOne(ids);
    const sorted = [...ids].sort();
    const most = ids.length * 20;
    return table
      .where(":id")
      .between(sorted[0], sorted.at(-1), true, true)
      .limit(most)
      .primaryKeys()
      .then((keys) => {
        if (keys.length === most) return oneByOne(ids);
        const there = new Set(keys);
        const known = ids.filter((id) => there.has(id));
        return oneByOne(known).then((rows) => {
          const byId = new Map(known.map((id, i) => [id, rows[i]]));
          return ids.map((id) => byId.get(id));
        });
      });
  };
  // Cast: the other forms of bulkGet are never used on this table.
  table.bulkGet = byKeys as unknown as typeof table.bulkGet;
}

async function rowsOf(instance: DexieInstance, { query, queryPlan }: Prepared): Promise<Stored[]> {
  const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query;
  const wanted = skip + limit;
  if (limit === 0) return [];
  const matches = queryPlan.selectorSatisfiedByIndex ? () => true : matcherOf(instance.schema, query);
  // Cast: Dexie's types leave its options out.
  const { IDBKeyRange } = (dexieDb as unknown as { _options: { IDBKeyRange: typeof globalThis.IDBKeyRange } })._options;
  const fromEnd = limit < Number.POSITIVE_INFINITY ? indexOfNewest(instance.schema.indexes, query, queryPlan) : null;
  const take = (rows: Stored[]) => rows.map((row) => unpack(booleanIndexes, row)).filter(matches);
  const byPlan = queryPlan.sortSatisfiedByIndex;
  const read = async (table: IDBObjectStore): Promise<Stored[]> => {
    const indexOf = (fields: Index) => table.index(`[${fields.join("+")}]`);
    if (fromEnd) {
      const range = IDBKeyRange.bound(["0"], ["0", []]);
      return newest(indexOf(fromEnd), range, IDBKeyRange, wanted, (row) => take([row])[0]);
    }
    const rows: Stored[] = [];
    const range = keyRangeOf(booleanIndexes, queryPlan, IDBKeyRange);
    await eachChunk(indexOf(queryPlan.index), range, queryPlan.index, IDBKeyRange, wanted, (found) => {
      for (const row of take(found)) rows.push(row);
      return byPlan && rows.length >= wanted;
    });
    return rows;
  };
  // Returns rows as soon as they are read, before the transaction ends.
  const rows = await new Promise<Stored[]>((done, failed) => {
    dexieDb
      .transaction("r", dexieTable.name, async (transaction) => {
        done(await read(transaction.idbtrans.objectStore(dexieTable.name)));
      })
      .catch(failed);
  });
  if (fromEnd || !byPlan) rows.sort(orderOf(instance.schema, query));
  return rows.slice(skip, wanted);
}

/**
 * Hands out the rows of a range until `enough`. Each index ends with the id, so its keys are
 * unique.
 */
async function eachChunk(
  index: IDBIndex,
  range: IDBKeyRange,
  fields: Index,
  ranges: typeof IDBKeyRange,
  wanted: number,
  enough: (rows: Stored[]) => boolean,
): Promise<void> {
  for (let rest = range; ; ) {
    const size = Math.min(chunk, wanted);
    const rows = await answerOf(index.getAll(rest, size) as IDBRequest<Stored[]>);
    const last = rows.at(-1);
    const from = last && fields.map((field) => Dexie.getByKeyPath(last, field) as IDBValidKey);
    if (enough(rows) || rows.length < size || !from) return;
    if (indexedDB.cmp(from, range.upper) >= 0) return;
    rest = ranges.bound(from, range.upper, true, range.upperOpen);
  }
}

/**
 * The index from whose end a query's newest rows can be taken: one of `_deleted` and the columns
 * that are sorted by, all of them downwards. Null: there is none, or the planner knows one that
 * leaves fewer rows to look at.
 */
function indexOfNewest(indexes: readonly Index[], { selector, sort }: Prepared["query"], plan: Prepared["queryPlan"]) {
  const columns = sort.map((one) => Object.entries(one)[0] ?? ["", "asc"]);
  // RxDB adds the id to every order, upwards: put right among those that have all else in common.
  if (columns.at(-1)?.[0] === "id") columns.pop();
  if (columns.length === 0 || columns.some(([, direction]) => direction !== "desc")) return null;
  const narrowed = plan.index.some((column) => column !== "_deleted" && selector[column] !== undefined);
  if (narrowed || selector._deleted?.$eq !== false) return null;
  const wanted = ["_deleted", ...columns.map(([column]) => column), "id"].join();
  return indexes.find((index) => index.join() === wanted) ?? null;
}

interface Entry {
  readonly key: IDBValidKey;
  readonly value: Stored;
}

/**
 * The last entries of a range, from the end. A cursor, which wakes the page for each of them, where
 * there is nothing better.
 */
function lastEntries(index: IDBIndex, range: IDBKeyRange, count: number): Promise<readonly Entry[]> {
  if ("getAllRecords" in index) {
    // Cast: not in TypeScript's types of the DOM yet.
    const { getAllRecords } = index as unknown as { getAllRecords(options: object): IDBRequest<Entry[]> };
    return answerOf(getAllRecords.call(index, { query: range, count, direction: "prev" }));
  }
  const entries: Entry[] = [];
  return new Promise((done, failed) => {
    const request = index.openCursor(range, "prev");
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return done(entries);
      entries.push({ key: cursor.key, value: cursor.value as Stored });
      if (entries.length === count) done(entries);
      else cursor.continue();
    };
  });
}

/**
 * The last `count` rows of an index that are taken, and those that have the last one's place in the
 * order.
 */
async function newest(
  index: IDBIndex,
  { lower, upper }: IDBKeyRange,
  ranges: typeof IDBKeyRange,
  count: number,
  take: (row: Stored) => Stored | undefined,
): Promise<Stored[]> {
  const rows: Stored[] = [];
  let place = "";
  let rest = ranges.bound(lower, upper);
  for (let size = Math.min(count + 1, chunk); ; size = chunk) {
    const entries = await lastEntries(index, rest, size);
    for (const { key, value } of entries) {
      // The index ends with the id.
      const here = JSON.stringify((key as unknown[]).slice(0, -1));
      if (rows.length >= count && here !== place) return rows;
      const row = take(value);
      if (row && rows.length < count) place = here;
      if (row) rows.push(row);
    }
    const last = entries.at(-1);
    if (!last || entries.length < size) return rows;
    rest = ranges.bound(lower, last.key, false, true);
  }
}
