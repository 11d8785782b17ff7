// One IndexedDB database with a table for each RxDB collection and plain Dexie tables, so one
// transaction can span all of them. Opens and reopens it, and defines how rows are stored:
// - A live row is stored unchanged. Its table has the collection's indexes without `_deleted`.
// - A deleted row is stored in a tombstone, which only the index `_gone` contains. Indexes
//   therefore contain live rows only, and their counts are exact.
import Dexie, { type Transaction } from "dexie";
import { type RxDocumentData, toArray } from "rxdb";
import { BehaviorSubject } from "rxjs";
import { causesOf, storageFailure } from "../transport/errors.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";

export type StoredRow = RxDocumentData<{ id: string; [column: string]: unknown }>;
/** The parts of a collection's schema that this storage uses. The primary key is `id`. */
export interface TableSchema {
  readonly indexes?: readonly (string | readonly string[])[] | undefined;
}

export interface DatabaseShape {
  readonly name: string;
  /** Raise it when a table or an index changes; Dexie then creates and deletes them. */
  readonly version: number;
  readonly collections: Readonly<Record<string, TableSchema>>;
  /** Plain tables: name → Dexie's list of the key and the indexes. */
  readonly tables?: Readonly<Record<string, string>>;
  /**
   * The connection was closed for good: a newer version of the app changes the database (its
   * version), or another tab deletes it (null).
   */
  readonly replaced?: (version: number | null) => void;
  /** Also opens a database of a newer version. */
  readonly newer?: boolean;
  /** A small write that changes nothing. It shows whether the disk takes writes again. */
  readonly probe?: (dexie: Dexie) => PromiseLike<unknown>;
}

/** The stored form of a deleted row. */
interface Tombstone {
  readonly id: string;
  /** When it was deleted, in ms. */
  readonly _gone: number;
  readonly _meta: StoredRow["_meta"];
  readonly row: StoredRow;
}
type Stored = StoredRow | Tombstone;

const isTombstone = (stored: Stored): stored is Tombstone => "_gone" in stored;
export const unpack = (stored: Stored): StoredRow => (isTombstone(stored) ? stored.row : stored);
export const pack = (row: StoredRow): Stored =>
  row._deleted ? { id: row.id, _gone: row._meta.lwt, _meta: row._meta, row } : row;

/** Returns the columns of a table's index. The id at the end makes its keys unique. */
export const columnsOf = (index: string | readonly string[]): string[] => [
  ...toArray(index as string | string[]).filter((column) => column !== "_deleted" && column !== "id"),
  "id",
];
export const indexName = (columns: readonly string[]): string => `[${columns.join("+")}]`;

/** Returns Dexie's schema of a collection: its key and indexes. */
export function tableOf({ indexes = [] }: TableSchema): string {
  const columns = indexes.map(columnsOf).filter((index) => index.length > 1 && !index.includes("_meta.lwt"));
  return ["id", "_gone", ...new Set(columns.map(indexName))].join();
}

/** Converts a request to a promise that Dexie's transactions can await. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  dexiePromise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Awaits several requests. They end in the order in which they were made. */
function answersOf<T>(requests: readonly IDBRequest<T>[]): Promise<T[]> {
  return dexiePromise((done, failed) => {
    const last = requests.at(-1);
    if (!last) return done([]);
    for (const request of requests) request.onerror = () => failed(request.error);
    last.onsuccess = () => done(requests.map(({ result }) => result));
  });
}
export function dexiePromise<T>(run: (done: (value: T) => void, failed: (error: unknown) => void) => void): Promise<T> {
  // Cast: Dexie's promise is one, with its own type.
  return new Dexie.Promise<T>(run) as unknown as Promise<T>;
}

/** Reads up to this many ids one by one. */
const fewIds = 30;

/**
 * Returns rows by id, deleted ones included. Each row costs one request. Rows to be written are
 * mostly new, so one read of the existing keys shows which rows need no request.
 */
export async function rowsById(store: IDBObjectStore, ids: readonly string[]): Promise<Map<string, StoredRow>> {
  let known = ids;
  if (ids.length > fewIds) {
    const sorted = [...ids].sort();
    const most = ids.length * 20;
    const range = IDBKeyRange.bound(sorted[0], sorted.at(-1));
    const keys = await answerOf(store.getAllKeys(range, most));
    if (keys.length < most) {
      const there = new Set<unknown>(keys);
      known = ids.filter((id) => there.has(id));
      // Most rows of the range are wanted: one request reads it.
      if (keys.length < known.length * 2 && known.length > fewIds) {
        const all = (await answerOf(store.getAll(range))) as Stored[];
        const byId = new Map(all.map((stored) => [stored.id, unpack(stored)]));
        return new Map(known.flatMap((id) => pairOf(id, byId.get(id))));
      }
    }
  }
  const found = (await answersOf(known.map((id) => store.get(id)))) as (Stored | undefined)[];
  return new Map(known.flatMap((id, i) => pairOf(id, found[i] && unpack(found[i]))));
}
/** Returns a map entry, or none for a missing row. */
export const pairOf = (id: string, row: StoredRow | undefined): [string, StoredRow][] => (row ? [[id, row]] : []);

export const putRows = (store: IDBObjectStore, rows: readonly StoredRow[]): Promise<unknown> =>
  answersOf(rows.map((row) => store.put(pack(row))));

export interface Tables {
  readonly dexie: Dexie;
  readonly shape: DatabaseShape;
  /** Why the database cannot be opened or written; null while nothing has failed. */
  readonly shut$: BehaviorSubject<string | null>;
  /** Opens the database, or reopens it after the browser closed it. */
  ready(): Promise<void>;
  /** Runs a writing transaction, again if the connection is lost. `shut$`: why writes fail. */
  writing<T>(task: () => PromiseLike<T>): Promise<T>;
  /** Reads a table, within the current Dexie transaction if that includes the table. */
  read<T>(table: string, task: (store: IDBObjectStore) => Promise<T>): Promise<T>;
  /** Writes a table, within the current Dexie transaction if that can write. */
  write<T>(table: string, task: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Closes it without reopening. */
  close(): void;
}

export function createTables(shape: DatabaseShape): Tables {
  const { name, version } = shape;
  // Typed text must survive a power cut: a commit is on the disk before it is reported.
  const dexie = new Dexie(name, { chromeTransactionDurability: "strict" });
  const collections = Object.entries(shape.collections).map(([table, schema]) => [table, tableOf(schema)]);
  dexie.version(version).stores({ ...Object.fromEntries(collections), ...shape.tables });
  let ended = false;
  const close = () => {
    ended = true;
    dexie.close();
  };
  dexie.on("versionchange", ({ newVersion }) => {
    close();
    shape.replaced?.(newVersion ? Math.floor(newVersion / 10) : null);
    return false;
  });
  const checkVersion = () => {
    const found = Math.floor(dexie.backendDB().version / 10);
    if (found <= version || shape.newer) return;
    close();
    throw new Dexie.VersionError(`${name} has version ${found}, newer than ${version}`);
  };
  // Dexie opens newer versions without an error.
  dexie.on("ready", checkVersion, true);
  const shut$ = new BehaviorSubject<string | null>(null);
  const publish = (reason: string | null) => {
    if (shut$.value !== reason) shut$.next(reason);
  };
  let isRecovering = false;
  let mustProbe = false;
  /** Opens the database again; after a failed write also writes the probe. Repeats failed tries. */
  function recover(ms: number, tries = 0): void {
    if (isRecovering) return;
    isRecovering = true;
    setTimeout(async () => {
      try {
        if (ended) return;
        await ready();
        if (mustProbe) await shape.probe?.(dexie);
        isRecovering = false;
        mustProbe = false;
        publish(null);
      } catch (error) {
        isRecovering = false;
        if (ended) return;
        publish(storageFailure(error)?.type ?? "unexpected");
        recover(pauseMs(backoff.disk, tries), tries + 1);
      }
    }, ms);
  }
  const writeFailed = (error: unknown) => {
    const failure = storageFailure(error);
    if (failure?.type === "storage_full") publish(failure.type);
    // The browser may abort a single write: the probe decides.
    else if (failure?.type !== "storage_denied" && failure?.type !== "unexpected") return;
    mustProbe = true;
    recover(pauseMs(backoff.disk));
  };
  dexie.on("close", () => recover(0));
  let opening: Promise<unknown> | null = null;
  const ready = async () => {
    if (ended) throw new Dexie.DatabaseClosedError();
    // All callers await one promise, which keeps their order.
    if (opening === null && !dexie.isOpen()) {
      opening = (async () => dexie.open())().finally(() => {
        opening = null;
      });
    }
    await opening;
  };
  const around = (table: string): Transaction | null => {
    const current: Transaction | null = Dexie.currentTransaction;
    return current?.active && current.db === dexie && current.storeNames.includes(table) ? current : null;
  };
  /** Repeats a task that failed because the connection was closed under it: it wrote nothing. */
  const withOpen = async <T>(task: () => PromiseLike<T>): Promise<T> => {
    if (opening !== null || !dexie.isOpen()) await ready();
    const connection = dexie.backendDB();
    try {
      return await task();
    } catch (error) {
      if (isConnectionLost(error) && dexie.backendDB() === connection) dexie.close({ disableAutoOpen: false });
      if (ended || dexie.backendDB() === connection) throw error;
      await ready();
      return task();
    }
  };
  return {
    dexie,
    shape,
    shut$,
    ready,
    close,
    async writing(task) {
      try {
        return await withOpen(task);
      } catch (error) {
        writeFailed(error);
        throw error;
      }
    },
    read(table, task) {
      const current = around(table);
      if (current) return task(current.idbtrans.objectStore(table));
      // Not a Dexie transaction, which resolves one round trip later, when it has ended.
      const run = () => task(dexie.backendDB().transaction(table, "readonly").objectStore(table));
      return Dexie.ignoreTransaction(() => withOpen(run));
    },
    write(table, task) {
      const current = around(table);
      if (current?.mode === "readwrite") return task(current);
      const run = () => dexie.transaction("rw!", table, async (transaction) => task(transaction));
      return Dexie.ignoreTransaction(() => withOpen(run));
    },
  };
}

/** Safari closes connections without an event. An aborted transaction has the reason inside. */
const isConnectionLost = (error: unknown): boolean =>
  causesOf(error).some(({ name, message }) => name === "InvalidStateError" || message.includes("Database server lost"));

/** Runs a task after the outermost transaction commits; never after an abort. */
export function afterCommit(transaction: Transaction, task: () => void): void {
  let root = transaction;
  while (root.parent) root = root.parent;
  root.on("complete", () => Dexie.ignoreTransaction(task));
}
