// RxDB's storage: all collections of a person in one IndexedDB database (rx-storage-tables.ts).
// Transactions span them and plain tables. RxDB's internal documents stay in memory.
import type Dexie from "dexie";
import type { Transaction } from "dexie";
import {
  addRxStorageMultiInstanceSupport,
  type BulkWriteRow,
  categorizeBulkWriteRows,
  createRevision,
  type EventBulk,
  ensureRxStorageInstanceParamsAreCorrect,
  INTERNAL_STORAGE_NAME,
  now,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
  type RxStorageDefaultCheckpoint,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
  randomToken,
} from "rxdb";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { type BehaviorSubject, type Observable, Subject } from "rxjs";
import { count, find, type Prepared } from "./rx-storage-reads.ts";
import {
  afterCommit,
  createTables,
  type DatabaseShape,
  pairOf,
  putRows,
  rowsById,
  type StoredRow,
  type Tables,
  tableOf,
} from "./rx-storage-tables.ts";

type Plain = { id: string; [column: string]: unknown };
type Options = Record<string, never>;
type Params = RxStorageInstanceCreationParams<Plain, Options>;
type Events = EventBulk<RxStorageChangeEvent<StoredRow>, RxStorageDefaultCheckpoint>;

/** A row to write, without RxDB's own columns. */
interface RowWrite {
  readonly row: Plain & { _deleted: boolean };
  /** The stored row, read in the same transaction; undefined for a new row. */
  readonly previous: StoredRow | undefined;
  /** Stored in `_meta` with the time of the change. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The operations of a transaction over collections and plain tables. */
export interface Together {
  /** Returns stored rows by id, deleted ones included. */
  read(collection: string, ids: readonly string[]): Promise<Map<string, StoredRow>>;
  /** Writes rows. RxDB's queries and documents change after the commit. */
  write(collection: string, rows: readonly RowWrite[]): Promise<StoredRow[]>;
}

export interface StoreDatabase {
  readonly dexie: Dexie;
  /** For `createRxDatabase`. */
  readonly storage: RxStorage<unknown, unknown>;
  /** Why the database cannot be opened or written; null while nothing has failed. */
  readonly shut$: BehaviorSubject<string | null>;
  /** Opens the database, or reopens it. Throws `VersionError` if a newer app has changed it. */
  ready(): Promise<void>;
  /**
   * Runs `task` in one transaction over these collections and plain tables. The task awaits only
   * its transaction and Dexie: IndexedDB commits a transaction that awaits RxDB or the network.
   */
  writeTogether<T>(names: readonly string[], task: (together: Together) => Promise<T>): Promise<T>;
  /** Closes it without reopening. Close RxDB's database first. */
  close(): void;
}

/** Declares a person's database. `ready` or the first use opens it. */
export function createStoreDatabase(shape: DatabaseShape): StoreDatabase {
  const tables = createTables(shape);
  const { dexie } = tables;
  const open = new Map<string, Set<TableInstance>>();
  const token = randomToken(10);
  const internal = getRxStorageMemory();
  const storage: RxStorage<unknown, Options> = {
    name: "one-database",
    rxdbVersion: RXDB_VERSION,
    async createStorageInstance<Row>(given: RxStorageInstanceCreationParams<Row, Options>) {
      ensureRxStorageInstanceParamsAreCorrect(given);
      if (given.collectionName === INTERNAL_STORAGE_NAME) return internal.createStorageInstance<Row>(given);
      // Cast: RxDB's types are generic over rows that are unknown here.
      const params = given as unknown as Params;
      checkSchema(shape, params);
      const instance = new TableInstance(tables, params);
      const instances = open.get(params.collectionName) ?? new Set();
      open.set(params.collectionName, instances.add(instance));
      addRxStorageMultiInstanceSupport(storage.name, params, instance);
      instance.whenClosed = () => instances.delete(instance);
      // Cast: see `params`.
      return instance as unknown as RxStorageInstance<Row, unknown, Options>;
    },
  };
  return {
    dexie,
    storage: storage as RxStorage<unknown, unknown>,
    shut$: tables.shut$,
    ready: tables.ready,
    close: tables.close,
    async writeTogether<T>(names: readonly string[], task: (together: Together) => Promise<T>) {
      const run = async (transaction: Transaction) => {
        const known = new Map(names.map((name) => [name, new Map<string, StoredRow | undefined>()]));
        /** Rows that this transaction has read or written. */
        const read = async (collection: string, ids: readonly string[]) => {
          const rows = known.get(collection) ?? new Map<string, StoredRow | undefined>();
          const unknown = ids.filter((id) => !rows.has(id));
          const found = await rowsById(transaction.idbtrans.objectStore(collection), unknown);
          for (const id of unknown) rows.set(id, found.get(id));
          return new Map(ids.flatMap((id) => pairOf(id, rows.get(id))));
        };
        const write = async (collection: string, rows: readonly RowWrite[]) => {
          const writes = rows.map((row) => documentOf(row, token));
          const ids = rows.map(({ row }) => row.id);
          const stored = await read(collection, ids);
          const [instance] = open.get(collection) ?? [];
          const writer = instance ?? nobody;
          const { error } = await writeRows(transaction, collection, writer, stored, writes, "together");
          if (error[0]) throw new Error(`${collection} ${error[0].documentId} was written over an older row`);
          for (const { document } of writes) known.get(collection)?.set(document.id, document);
          return writes.map(({ document }) => document);
        };
        return task({ read, write });
      };
      return tables.writing(() => dexie.transaction("rw!", [...names], run));
    },
  };
}

function documentOf({ row, previous, meta }: RowWrite, token: string): BulkWriteRow<Plain> & { document: StoredRow } {
  const _rev = createRevision(token, previous);
  const document = { ...row, _rev, _meta: { ...meta, lwt: now() }, _attachments: {} };
  return previous ? { document, previous } : { document };
}

function checkSchema({ name, collections }: DatabaseShape, { collectionName, databaseName, schema }: Params): void {
  if (databaseName !== name) throw new Error(`This storage is the database ${name}, not ${databaseName}`);
  const declared = collections[collectionName];
  if (!declared) throw new Error(`${name} has no table ${collectionName}`);
  if (tableOf(declared) !== tableOf(schema)) throw new Error(`The table ${collectionName} has other indexes`);
}

/** Used while RxDB has not opened the collection. */
const nobody: Writer = { schema: { primaryKey: "id" }, emit: () => undefined };

interface Writer {
  readonly schema: object;
  emit(events: Events): void;
}

/** Writes rows whose stored version is still `previous`. Returns the others as conflicts. */
async function writeRows(
  transaction: Transaction,
  table: string,
  writer: Writer,
  stored: Map<string, StoredRow>,
  rows: BulkWriteRow<Plain>[],
  context: string,
): Promise<RxStorageBulkWriteResponse<Plain>> {
  // Cast: RxDB reads only the schema of the instance.
  const sorted = categorizeBulkWriteRows<Plain>(writer as TableInstance, "id", stored, rows, context);
  const { bulkInsertDocs, bulkUpdateDocs, errors, eventBulk, newestRow } = sorted;
  const due = [...bulkInsertDocs, ...bulkUpdateDocs].map(({ document }) => document);
  if (due.length > 0) await putRows(transaction.idbtrans.objectStore(table), due);
  if (newestRow && eventBulk.events.length > 0) {
    const { id, _meta } = newestRow.document;
    eventBulk.checkpoint = { id, lwt: _meta.lwt };
    afterCommit(transaction, () => writer.emit(eventBulk));
  }
  return { error: errors };
}

class TableInstance implements RxStorageInstance<Plain, Tables, Options, RxStorageDefaultCheckpoint> {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schema: Params["schema"];
  readonly options: Options;
  readonly internals: Tables;
  whenClosed = (): unknown => undefined;
  readonly #changes = new Subject<Events>();
  #closed = false;

  constructor(tables: Tables, { databaseName, collectionName, schema, options }: Params) {
    this.internals = tables;
    this.databaseName = databaseName;
    this.collectionName = collectionName;
    this.schema = schema;
    this.options = options;
  }

  emit(events: Events): void {
    this.#changes.next(events);
  }
  changeStream(): Observable<Events> {
    return this.#changes.asObservable();
  }
  async bulkWrite(rows: BulkWriteRow<Plain>[], context: string): Promise<RxStorageBulkWriteResponse<Plain>> {
    const { collectionName } = this;
    const ids = rows.map(({ document }) => document.id);
    return this.#open.write(collectionName, async (transaction) => {
      const stored = await rowsById(transaction.idbtrans.objectStore(collectionName), ids);
      return writeRows(transaction, collectionName, this, stored, rows, context);
    });
  }
  async findDocumentsById(ids: string[], withDeleted: boolean): Promise<StoredRow[]> {
    const found = await this.#open.read(this.collectionName, (store) => rowsById(store, ids));
    return [...found.values()].filter((row) => withDeleted || !row._deleted);
  }
  async query(prepared: object): Promise<{ documents: StoredRow[] }> {
    // Cast: RxDB's type is generic over the rows.
    return { documents: await find(this.#open, this.collectionName, this.schema, prepared as Prepared) };
  }
  async count(prepared: object): Promise<{ count: number; mode: "fast" | "slow" }> {
    return count(this.#open, this.collectionName, this.schema, prepared as Prepared);
  }
  async getAttachmentData(): Promise<never> {
    throw new Error("This storage has no attachments");
  }
  async cleanup(): Promise<never> {
    throw new Error("A rebuild removes tombstones (store-upgrade.ts)");
  }
  async remove(): Promise<never> {
    throw new Error("A wipe deletes the database (wipe.ts)");
  }
  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.complete();
    this.whenClosed();
  }

  get #open(): Tables {
    if (this.#closed) throw new Error(`${this.collectionName} of ${this.databaseName} is closed`);
    return this.internals;
  }
}
