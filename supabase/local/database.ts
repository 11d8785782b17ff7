// The database behind the embedded backend: PGlite in this process, or a real PostgreSQL server named by DATABASE_URL.
// Everything above speaks to it through this one interface and never asks which of the two it is.
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { type PGlite, types as pgTypes } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { durableStartParams, markMade, removeHalfMade, syncToDisk } from "./durable-files.ts";
import {
  createPgliteConnection,
  createPostgresConnection,
  type PgliteConnection,
  type PostgresConnection,
} from "./lite-package.ts";

export type Param = string | number | boolean | null | readonly string[];
export interface Session {
  query<R = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<R[]>;
}

export interface Database extends Session {
  readonly kind: "pglite" | "postgres";
  readonly connection: PgliteConnection | PostgresConnection;
  /** Many statements at once, in one transaction. */
  script(text: string): Promise<void>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** `again` is called when the connection was lost and is listening again: what was sent in between was missed. */
  listen(channel: string, heard: (payload: string) => void, again: () => void): Promise<void>;
  /** One request of the REST or auth layer: what it does inside a transaction of its own must not wait for itself. */
  asOneRequest<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("rolled back");
    this.result = result;
  }
}

/** Does something in a transaction, gives what it found, and leaves no trace of it. */
export async function triedOut<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (session): Promise<T> => {
      throw new RolledBack(await work(session));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/** PGlite is one connection. Whoever holds the gate has it to himself until his transaction is over. */
class Gate {
  private tail: Promise<void> = Promise.resolve();
  async enter(): Promise<() => void> {
    let leave: () => void = () => undefined;
    const before = this.tail;
    this.tail = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}

interface Scope {
  holding: boolean;
}

/**
 * lite's own dialect for PGlite hands the one connection to everybody at once: the BEGIN of one request lands in the transaction of
 * another, and the statements of one person run under the role of the next. This one lets a transaction have it alone.
 */
class GatedConnection implements DatabaseConnection {
  readonly pglite: PGlite;
  readonly leave: (() => void) | undefined;
  constructor(pglite: PGlite, leave: (() => void) | undefined) {
    this.pglite = pglite;
    this.leave = leave;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.pglite.query<R>(query.sql, [...query.parameters]);
    return typeof result.affectedRows === "number"
      ? { rows: result.rows, numAffectedRows: BigInt(result.affectedRows) }
      : { rows: result.rows };
  }
  // biome-ignore lint/correctness/useYield: PGlite gives whole results; the interface wants the method.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("PGlite does not stream results");
  }
}

class GatedDriver implements Driver {
  private readonly pglite: PGlite;
  private readonly gate: Gate;
  private readonly scopes: AsyncLocalStorage<Scope>;
  constructor(pglite: PGlite, gate: Gate, scopes: AsyncLocalStorage<Scope>) {
    this.pglite = pglite;
    this.gate = gate;
    this.scopes = scopes;
  }
  readonly init = async (): Promise<void> => undefined;
  readonly destroy = async (): Promise<void> => undefined;
  async acquireConnection(): Promise<GatedConnection> {
    const scope = this.scopes.getStore();
    // lite asks for a second connection while it holds one (a pool has more): it would wait for itself for ever.
    if (scope?.holding) return new GatedConnection(this.pglite, undefined);
    const leave = await this.gate.enter();
    if (scope) scope.holding = true;
    return new GatedConnection(this.pglite, () => {
      if (scope) scope.holding = false;
      leave();
    });
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as GatedConnection).leave?.();
  }
  private async say(connection: DatabaseConnection, own: string, nested: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw((connection as GatedConnection).leave ? own : nested));
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.say(connection, "begin", "savepoint nested");
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.say(connection, "commit", "release savepoint nested");
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.say(connection, "rollback", "rollback to savepoint nested");
  }
}

/** Text as it is; anything else becomes JSON once. lite encodes before it calls, so the drivers' own serializers would encode twice. */
const jsonOnce = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export interface PgliteOptions {
  /** Undefined: in memory. */
  folder: string | undefined;
  /** A dumped data folder to start from (tests). */
  snapshot?: Blob | undefined;
}

export async function openPglite({ folder, snapshot }: PgliteOptions): Promise<Database> {
  const cluster = folder ? join(folder, "pglite") : undefined;
  if (folder && cluster) removeHalfMade(folder, cluster);
  const connection = await createPgliteConnection({
    ...(cluster ? { url: cluster } : {}),
    pgliteOptions: {
      serializers: { [pgTypes.JSON]: jsonOnce, [pgTypes.JSONB]: jsonOnce },
      ...(snapshot ? { loadDataDir: snapshot } : {}),
      ...(cluster ? { startParams: durableStartParams } : {}),
    },
  });
  const pglite = connection.driver;
  await pglite.waitReady;
  if (folder && cluster) {
    syncToDisk(pglite);
    markMade(folder, cluster);
  }
  const gate = new Gate();
  const scopes = new AsyncLocalStorage<Scope>();
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new GatedDriver(pglite, gate, scopes),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await gate.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  const session: Session = {
    query: async <R>(text: string, params: readonly Param[] = []) => (await pglite.query<R>(text, [...params])).rows,
  };
  const transaction = <T>(work: (inner: Session) => Promise<T>): Promise<T> =>
    alone(async () => {
      await pglite.exec("begin");
      try {
        const result = await work(session);
        await pglite.exec("commit");
        return result;
      } catch (error) {
        await pglite.exec("rollback");
        throw error;
      }
    });
  return {
    kind: "pglite",
    connection,
    query: (text, params) => alone(() => session.query(text, params)),
    transaction,
    script: (text) =>
      alone(async () => {
        await pglite.exec("begin");
        try {
          await pglite.exec(text);
          await pglite.exec("commit");
        } catch (error) {
          await pglite.exec("rollback");
          throw error;
        }
      }),
    listen: async (channel, heard) => {
      await alone(() => pglite.listen(channel, heard));
    },
    asOneRequest: (work) => scopes.run({ holding: false }, work),
    close: () => alone(() => pglite.close()),
  };
}

export async function openPostgres(url: string): Promise<Database> {
  const json = (oid: number) => ({
    to: oid,
    from: [oid],
    serialize: jsonOnce,
    parse: (text: string): unknown => JSON.parse(text),
  });
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 10,
      onnotice: () => undefined,
      // lite stringifies, and so does the driver: without this a jsonb argument arrives as a JSON string.
      types: { json: json(114), jsonb: json(3802) },
    },
  });
  const driver = connection.driver;
  const query = async <R>(text: string, params: readonly Param[] = []): Promise<R[]> => [
    ...(await driver.unsafe<R[] & Record<string, unknown>[]>(text, [...params] as string[], { prepare: true })),
  ];
  return {
    kind: "postgres",
    connection,
    query,
    transaction: async <T>(work: (inner: Session) => Promise<T>) => {
      const reserved = await driver.reserve();
      const inner: Session = {
        query: async <R>(text: string, params: readonly Param[] = []) => [
          ...(await reserved.unsafe<R[] & Record<string, unknown>[]>(text, [...params] as string[], { prepare: true })),
        ],
      };
      try {
        await inner.query("begin");
        const result = await work(inner);
        await inner.query("commit");
        return result;
      } catch (error) {
        // Of a lost connection the server has rolled back already; that this fails too must not hide why.
        await inner.query("rollback").catch(() => undefined);
        throw error;
      } finally {
        reserved.release();
      }
    },
    script: async (text) => {
      await driver.begin((inner) => inner.unsafe(text).simple());
    },
    listen: async (channel, heard, again) => {
      let first = true;
      await driver.listen(channel, heard, () => {
        if (!first) again();
        first = false;
      });
    },
    asOneRequest: (work) => work(),
    close: () => driver.end({ timeout: 5 }),
  };
}
