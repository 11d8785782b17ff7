// Runs RxDB's queries on a table. RxDB plans, matches and sorts. This file fetches the rows in
// batches of a thousand, and the newest rows from the end of an index.
import Dexie from "dexie";
import { getQueryMatcher, getSortComparator, INDEX_MIN } from "rxdb";
import {
  answerOf,
  columnsOf,
  dexiePromise,
  indexName,
  type StoredRow,
  type TableSchema,
  type Tables,
  unpack,
} from "./rx-storage-tables.ts";

export interface Prepared {
  query: {
    selector: Record<string, { $eq?: unknown }>;
    sort: Record<string, "asc" | "desc">[];
    skip?: number;
    limit?: number;
  };
  queryPlan: {
    index: readonly string[];
    startKeys: readonly unknown[];
    endKeys: readonly unknown[];
    inclusiveStart: boolean;
    inclusiveEnd: boolean;
    sortSatisfiedByIndex: boolean;
    selectorSatisfiedByIndex: boolean;
  };
}

// Cast: RxDB's types of these two are generic over rows that are not known here.
const matcherOf = getQueryMatcher as unknown as (schema: object, query: object) => (row: StoredRow) => boolean;
// Cast: see `matcherOf`.
const orderOf = getSortComparator as unknown as (schema: object, query: object) => (a: object, b: object) => number;

const chunk = 1000;
type Source = IDBIndex | IDBObjectStore;
type Range = IDBKeyRange | undefined;

/** The index and range of a plan's rows. */
interface Access {
  /** Null: the table itself, ordered by id. */
  readonly index: string | null;
  readonly columns: readonly string[];
  readonly range: Range;
  /** The range contains no key. */
  readonly empty: boolean;
  /** False if the range does not narrow the plan. */
  readonly exact: boolean;
}

const everything: Access = { index: null, columns: ["id"], range: undefined, empty: false, exact: false };

const isKey = (value: unknown): value is IDBValidKey => {
  try {
    return indexedDB.cmp(value, value) === 0;
  } catch {
    return false;
  }
};

/** Translates the plan's index to the table's (rx-storage-tables.ts). */
function accessOf({ query, queryPlan }: Prepared): Access {
  const { index, inclusiveStart, inclusiveEnd } = queryPlan;
  if (index[0] !== "_deleted" || query.selector._deleted?.$eq !== false) return everything;
  const columns = columnsOf(index);
  // RxDB accepts indexes whose last column is not the id.
  if (columns.join() !== index.filter((column) => column !== "_deleted").join()) return everything;
  const keyOf = (keys: readonly unknown[]) => {
    const parts = keys.slice(1).map((key) => (key === INDEX_MIN ? Number.NEGATIVE_INFINITY : key));
    return columns.length === 1 ? parts[0] : parts;
  };
  const [from, to] = [keyOf(queryPlan.startKeys), keyOf(queryPlan.endKeys)];
  if (!isKey(from) || !isKey(to)) return everything;
  const order = indexedDB.cmp(from, to);
  const empty = order > 0 || (order === 0 && !(inclusiveStart && inclusiveEnd));
  const range = empty ? undefined : IDBKeyRange.bound(from, to, !inclusiveStart, !inclusiveEnd);
  return { index: columns.length === 1 ? null : indexName(columns), columns, range, empty, exact: true };
}

export async function find(
  tables: Tables,
  table: string,
  schema: TableSchema,
  prepared: Prepared,
): Promise<StoredRow[]> {
  const { query, queryPlan } = prepared;
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = query;
  const wanted = skip + limit;
  if (limit === 0) return [];
  // The table itself holds tombstones too.
  const matchesOf = (satisfied: boolean) => {
    if (!satisfied) return matcherOf(schema, query);
    return query.selector._deleted ? isLive : () => true;
  };
  const fromEnd = limit < Number.POSITIVE_INFINITY ? indexOfNewest(schema, prepared) : null;
  if (fromEnd) {
    const matches = matchesOf(queryPlan.selectorSatisfiedByIndex);
    const rows = await tables.read(table, (store) => newest(store.index(indexName(fromEnd)), wanted, matches));
    return rows.slice(skip, wanted);
  }
  const access = accessOf(prepared);
  if (access.empty) return [];
  const ordered = access.exact && queryPlan.sortSatisfiedByIndex;
  const matches = matchesOf(access.exact && queryPlan.selectorSatisfiedByIndex);
  const rows = await tables.read(table, async (store) => {
    if (query.selector._deleted?.$eq === true)
      return (await answerOf(store.index("_gone").getAll())).map(unpack).filter(matches);
    return readRange(access.index ? store.index(access.index) : store, access, ordered ? wanted : Infinity, matches);
  });
  if (!ordered) rows.sort(orderOf(schema, query));
  return skip === 0 && rows.length <= limit ? rows : rows.slice(skip, wanted);
}

const isLive = (row: StoredRow): boolean => !row._deleted;

/** Counts the rows of a query. `slow` means that it had to read them. */
export async function count(tables: Tables, table: string, schema: TableSchema, prepared: Prepared) {
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = prepared.query;
  const access = accessOf(prepared);
  if (!access.exact || !prepared.queryPlan.selectorSatisfiedByIndex)
    return { count: (await find(tables, table, schema, prepared)).length, mode: "slow" as const };
  if (access.empty) return { count: 0, mode: "fast" as const };
  const found = await tables.read(table, async (store) => {
    if (access.index) return answerOf(store.index(access.index).count(access.range));
    const all = await answerOf(store.count(access.range));
    const gone = await answerOf(store.index("_gone").getAllKeys());
    return all - gone.filter((id) => access.range?.includes(id)).length;
  });
  return { count: Math.min(limit, Math.max(0, found - skip)), mode: "fast" as const };
}

/** Returns the matching rows of a range in its order, up to the limit. */
async function readRange(
  source: Source,
  { columns, range }: Access,
  wanted: number,
  matches: (row: StoredRow) => boolean,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  let size = Math.min(chunk, wanted);
  for (let rest = range; ; size = chunk) {
    const found = await answerOf(source.getAll(rest, size));
    for (const stored of found) {
      const row = unpack(stored);
      if (matches(row)) rows.push(row);
    }
    if (rows.length >= wanted || found.length < size) return rows;
    const last = found.at(-1);
    const key = columns.map((column) => Dexie.getByKeyPath(last, column) as IDBValidKey);
    const from = columns.length === 1 ? (key[0] as IDBValidKey) : key;
    if (range && indexedDB.cmp(from, range.upper) >= 0) return rows;
    rest = range ? IDBKeyRange.bound(from, range.upper, true, range.upperOpen) : IDBKeyRange.lowerBound(from, true);
  }
}

/**
 * Returns the index whose end has a query's newest rows: its columns are the sorted ones, all
 * descending. Null if there is no such index or the planner's index is more selective.
 */
function indexOfNewest({ indexes = [] }: TableSchema, { query, queryPlan }: Prepared): readonly string[] | null {
  const sorted = query.sort.map((one) => Object.entries(one)[0] ?? ["", "asc"]);
  // RxDB appends the id in ascending order to every sort, which needs a second sort of equal rows.
  if (sorted.at(-1)?.[0] === "id") sorted.pop();
  if (sorted.length === 0 || sorted.some(([, direction]) => direction !== "desc")) return null;
  const narrowed = queryPlan.index.some((column) => column !== "_deleted" && query.selector[column] !== undefined);
  if (narrowed || query.selector._deleted?.$eq !== false) return null;
  const wanted = columnsOf(sorted.map(([column = ""]) => column));
  const known = indexes.map(columnsOf).some((columns) => columns.join() === wanted.join());
  return known && !wanted.includes("_meta.lwt") ? wanted : null;
}

interface Entry {
  readonly key: IDBValidKey;
  readonly value: StoredRow;
}

/**
 * Returns the last entries of an index, from the end. Browsers without `getAllRecords` need a
 * cursor, which wakes the page for each entry.
 */
function lastEntries(index: IDBIndex, range: Range, limit: number): Promise<readonly Entry[]> {
  if ("getAllRecords" in index) {
    // Cast: not in TypeScript's types of the DOM yet.
    const { getAllRecords } = index as unknown as { getAllRecords(options: object): IDBRequest<Entry[]> };
    return answerOf(getAllRecords.call(index, { query: range, count: limit, direction: "prev" }));
  }
  const entries: Entry[] = [];
  return dexiePromise<readonly Entry[]>((done, failed) => {
    const request = index.openCursor(range, "prev");
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return done(entries);
      entries.push({ key: cursor.key, value: cursor.value as StoredRow });
      if (entries.length === limit) done(entries);
      else cursor.continue();
    };
  });
}

/**
 * Returns the last matching rows of an index, from the end: as many as wanted, plus those equal to
 * the last one. Equal rows are sorted by id.
 */
async function newest(index: IDBIndex, wanted: number, matches: (row: StoredRow) => boolean): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  let tied: StoredRow[] = [];
  let place: readonly unknown[] = [];
  const takeTied = () => {
    for (const row of tied.reverse()) rows.push(row);
    tied = [];
    return rows.length >= wanted;
  };
  let size = Math.min(wanted + 1, chunk);
  for (let rest: Range; ; size = chunk) {
    const entries = await lastEntries(index, rest, size);
    for (const { key, value } of entries) {
      // The index ends with the id.
      const here = key as unknown[];
      const same = place.length > 0 && here.every((part, i) => part === place[i] || i === here.length - 1);
      if (!same && takeTied()) return rows;
      place = here;
      if (matches(value)) tied.push(value);
    }
    const last = entries.at(-1);
    if (!last || entries.length < size) {
      takeTied();
      return rows;
    }
    rest = IDBKeyRange.upperBound(last.key, true);
  }
}
