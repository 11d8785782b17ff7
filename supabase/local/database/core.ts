// Queue, transactions, the scope of a request, and the driver of lite's Kysely.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { createPostgresConnection } from "../common/lite-package.ts";
import { ConnectionQueue, type Priority } from "./connection-queue.ts";
import { tooManyValues } from "./failures.ts";
import {
  type Database,
  type Listener,
  limitOf,
  maxAnswerBytes,
  ownStatementLimit,
  type Param,
  type Request,
  type Session,
} from "./session.ts";

/** Maximum duration of a statement and bytes of its rows. 0: unlimited. */
export interface Limits {
  milliseconds: number;
  bytes: number;
}

/** A connection, leased to one transaction or one statement at a time. */
interface Lease {
  /** `repeated`: a frequent statement, worth preparing. */
  query<R>(
    text: string,
    params: readonly unknown[],
    repeated?: boolean,
  ): Promise<{ rows: R[]; affected?: number | undefined }>;
  exec(text: string): Promise<Record<string, unknown>[][]>;
  cancel(): void;
  release(): void;
}

/** The engine's lease: the next one begins when `release` has resolved. */
export interface EngineLease extends Omit<Lease, "release"> {
  release(): Promise<void> | undefined;
}

export interface Engine {
  readonly kind: Database["kind"];
  readonly connections: number;
  /** How long a request waits for connections in total before a 503. */
  readonly queueTimeoutMs: number;
  /** Maximum duration of a request's statement for every role. */
  readonly maxStatementMs: number;
  lease(limits: Limits): Promise<EngineLease>;
  listen(exclusive: Exclusive, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

/** Runs work on a separate connection without limits. */
export type Exclusive = <T>(work: (lease: Lease) => Promise<T>) => Promise<T>;

const ownQueueTimeoutMs = 60_000;
const maxParams = 65_535;
const ownLimits: Limits = { milliseconds: ownStatementLimit, bytes: 0 };
export const noLimits: Limits = { milliseconds: 0, bytes: 0 };

interface Scope extends Request {
  /** The lease of this request's running transaction. */
  held?: Lease;
  waited: number;
}

const priorityOf = (scope: Scope | undefined): Priority =>
  scope === undefined ? "server" : scope.role === "anon" ? "anonymous" : "person";

/**
 * Matches deletions by lite's storage service, which does not set the flag that the tables'
 * triggers require (bootstrap.ts). No other code reaches these tables: the API exposes only public.
 */
const storageDeletion = /^\s*delete\s+from\s+"?storage"?\./i;

async function inTransaction<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  await lease.exec("begin");
  try {
    const result = await work();
    await lease.exec("commit");
    return result;
  } catch (error) {
    await lease.exec("rollback").catch(() => undefined);
    throw error;
  }
}

/** Kysely's view of a lease. `own`: this connection took the lease and releases it. */
class LeasedConnection implements DatabaseConnection {
  readonly lease: Lease;
  readonly own: boolean;
  inTransaction: boolean;
  private readonly signal: AbortSignal | undefined;
  constructor(lease: Lease, own: boolean, signal: AbortSignal | undefined) {
    this.lease = lease;
    this.own = own;
    this.inTransaction = !own;
    this.signal = signal;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.signal?.throwIfAborted();
    if (!storageDeletion.test(query.sql)) return this.run(query);
    if (!this.inTransaction) return inTransaction(this.lease, () => this.executeDeletion(query));
    return this.executeDeletion(query);
  }
  private async executeDeletion<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.lease.exec("set local storage.allow_delete_query = 'true'");
    return this.run(query);
  }
  private async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.lease.query<R>(query.sql, query.parameters);
    return typeof affected === "number" ? { rows, numAffectedRows: BigInt(affected) } : { rows };
  }
  // biome-ignore lint/correctness/useYield: whole results only; the interface wants the method.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Results are not streamed");
  }
}

/** lite takes a second connection while holding one: in a request, both are the same. */
class LeaseDriver implements Driver {
  private readonly take: (scope: Scope | undefined) => Promise<Lease>;
  private readonly scopes: AsyncLocalStorage<Scope>;
  constructor(take: (scope: Scope | undefined) => Promise<Lease>, scopes: AsyncLocalStorage<Scope>) {
    this.take = take;
    this.scopes = scopes;
  }
  readonly init = async (): Promise<void> => undefined;
  readonly destroy = async (): Promise<void> => undefined;
  async acquireConnection(): Promise<LeasedConnection> {
    const scope = this.scopes.getStore();
    if (scope?.held) return new LeasedConnection(scope.held, false, scope.signal);
    return new LeasedConnection(await this.take(scope), true, scope?.signal);
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const { lease, own } = connection as LeasedConnection;
    if (own) lease.release();
  }
  private hold(connection: DatabaseConnection, holding: boolean): void {
    const { lease, own } = connection as LeasedConnection;
    const scope = this.scopes.getStore();
    (connection as LeasedConnection).inTransaction = holding || !own;
    if (!scope || !own) return;
    if (holding) scope.held = lease;
    else if (scope.held === lease) delete scope.held;
  }
  private async execute(connection: DatabaseConnection, own: string, nested: string): Promise<void> {
    const leased = connection as LeasedConnection;
    await leased.lease.exec(leased.own ? own : nested);
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.execute(connection, "begin", "savepoint nested");
    this.hold(connection, true);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.hold(connection, false);
    await this.execute(connection, "commit", "release savepoint nested");
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.hold(connection, false);
    // The server of a lost connection has rolled back; the first failure is the one to show.
    await this.execute(connection, "rollback", "rollback to savepoint nested").catch(() => undefined);
  }
}

export function databaseOn(engine: Engine): { database: Database; exclusive: Exclusive } {
  const queue = new ConnectionQueue(engine.connections);
  const scopes = new AsyncLocalStorage<Scope>();

  const requestLimits = (role: string): Limits => ({
    milliseconds: Math.min(limitOf(role), engine.maxStatementMs),
    bytes: maxAnswerBytes,
  });
  const take = async (scope: Scope | undefined, limits?: Limits): Promise<Lease> => {
    const asked = performance.now();
    const timeoutMs = scope ? engine.queueTimeoutMs - scope.waited : ownQueueTimeoutMs;
    const over = await queue.take(priorityOf(scope), timeoutMs, scope?.signal);
    if (scope) scope.waited += performance.now() - asked;
    let lease: EngineLease;
    try {
      lease = await engine.lease(limits ?? (scope ? requestLimits(scope.role) : ownLimits));
    } catch (error) {
      over();
      throw error;
    }
    const cancel = (): void => lease.cancel();
    scope?.signal?.addEventListener("abort", cancel);
    let released = false;
    const inUse = (): EngineLease => {
      if (released) throw new Error("The connection was given back");
      return lease;
    };
    return {
      query: async (text, params, repeated) => {
        if (params.length > maxParams) throw tooManyValues();
        return inUse().query(text, params, repeated);
      },
      exec: async (text) => inUse().exec(text),
      cancel,
      release: () => {
        released = true;
        scope?.signal?.removeEventListener("abort", cancel);
        const closing = lease.release();
        if (closing === undefined) over();
        else void closing.then(over, over);
      },
    };
  };
  const withLease = async <T>(work: (lease: Lease, signal: AbortSignal | undefined) => Promise<T>, limits?: Limits) => {
    const scope = scopes.getStore();
    const lease = await take(scope, limits);
    try {
      return await work(lease, scope?.signal);
    } finally {
      lease.release();
    }
  };
  const sessionOf = (lease: Lease, signal: AbortSignal | undefined): Session => ({
    query: async <R>(text: string, params: readonly Param[] = []) => {
      signal?.throwIfAborted();
      return (await lease.query<R>(text, params, true)).rows;
    },
  });

  // lite's connection object never connects: its statements go through LeaseDriver.
  const connection = createPostgresConnection({ url: "postgres://127.0.0.1/unused" });
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new LeaseDriver(take, scopes),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

  const exclusive: Exclusive = (work) => withLease(work, noLimits);
  const database: Database = {
    kind: engine.kind,
    connection,
    query: (text, params) => withLease((lease, signal) => sessionOf(lease, signal).query(text, params)),
    transaction: (work) => withLease((lease, signal) => inTransaction(lease, () => work(sessionOf(lease, signal)))),
    script: (text) => exclusive((lease) => inTransaction(lease, async () => void (await lease.exec(text)))),
    exec: (text) => exclusive((lease) => lease.exec(text)),
    listen: (listener) => engine.listen(exclusive, listener),
    withRequestScope: (request, work) => scopes.run({ ...request, waited: 0 }, work),
    close: () => engine.close(),
  };
  return { database, exclusive };
}
