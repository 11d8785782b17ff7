// A PostgreSQL server. When connections are lost (a restart, a failover, pg_terminate_backend),
// their requests are answered with 503, later ones get new connections, and LISTEN reconnects.
import { connect } from "node:net";
import pg from "pg";
import { databaseOn, type Engine, type EngineLease, type Limits } from "./core.ts";
import { answerTooLarge, DatabaseUnavailable } from "./failures.ts";
import { int8, numeric } from "./numbers.js";
import { startListening } from "./postgres-listen.ts";
import type { Database, Listener } from "./session.ts";

const maxPrepared = 300;

const asText = (text: string): string => text;
const array = pg.types.getTypeParser(1009 as number, "text") as (text: string) => (string | null)[];
const { INT8, NUMERIC, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ, INTERVAL } = pg.types.builtins;
/** By the type's oid. Dates and times stay text, because a Date has no microseconds. */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, int8],
  [NUMERIC, numeric],
  ...[DATE, TIME, TIMESTAMP, TIMESTAMPTZ, TIMETZ, INTERVAL].map((oid) => [oid, asText] as const),
  // char[], name[], and the arrays of dates and times.
  ...[1002, 1003, 1115, 1182, 1183, 1185, 1187, 1270].map((oid) => [oid, array] as const),
  [1016, (text) => array(text).map((each) => (each === null ? null : int8(each)))],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

interface Internals {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  connection: { stream: import("node:net").Socket };
  getTransactionStatus(): "I" | "T" | "E" | null;
}

// Cast: pg has these properties and declares no types for them.
const internalsOf = (client: pg.PoolClient): Internals => client as unknown as Internals;

interface State {
  timeout: number | undefined;
  bytes: number;
  limit: number;
  tooLarge: boolean;
  lost: boolean;
}

/** Sends PostgreSQL's cancel request, on a new connection. */
function sendCancel({ processID, secretKey, host, port }: Internals): void {
  const message = Buffer.alloc(16);
  for (const [index, value] of [16, 80_877_102, processID, secretKey].entries()) message.writeInt32BE(value, index * 4);
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(5000, () => socket.destroy());
  // If it does not arrive, the statement's own time limit applies.
  socket.on("error", () => socket.destroy());
  socket.end(message);
}

const isSqlState = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)) &&
  (error as { severity?: unknown }).severity !== undefined;

/** Lists are JSON, since no column is an array; for `any ($1)` the driver encodes them. */
const jsonList = (value: unknown, index: number, text: string): unknown =>
  Array.isArray(value) && !new RegExp(`\\b(any|all)\\s*\\(\\s*\\$${index + 1}\\b`, "i").test(text)
    ? JSON.stringify(value)
    : value;

class PostgresEngine implements Engine {
  readonly kind = "postgres";
  readonly connections = 10;
  readonly queueTimeoutMs = 5000;
  readonly maxStatementMs = Number.POSITIVE_INFINITY;
  private readonly url: string;
  private readonly pool: pg.Pool;
  private readonly states = new WeakMap<pg.PoolClient, State>();
  private readonly names = new Map<string, string>();
  private readonly listening: (() => Promise<void>)[] = [];
  constructor(url: string) {
    this.url = url;
    this.pool = new pg.Pool({
      connectionString: url,
      max: this.connections,
      types,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      options: "-c timezone=UTC",
    });
    this.pool.on("connect", (client) => {
      const state: State = { timeout: undefined, bytes: 0, limit: 0, tooLarge: false, lost: false };
      this.states.set(client, state);
      // A lost connection would end this process without a listener.
      client.on("error", () => {
        state.lost = true;
      });
      const { stream } = internalsOf(client).connection;
      stream.on("data", (chunk: Buffer) => {
        state.bytes += chunk.length;
        if (state.limit === 0 || state.bytes <= state.limit || state.tooLarge) return;
        state.tooLarge = true;
        stream.destroy();
      });
    });
    this.pool.on("error", () => undefined);
  }

  async lease(limits: Limits): Promise<EngineLease> {
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw new DatabaseUnavailable("The database cannot be reached", error);
    }
    const state = this.states.get(client);
    if (!state) throw new Error("A connection without its state");
    const inside = internalsOf(client);
    let running = false;
    let cancelled = false;
    const run = async (config: pg.QueryConfig | string): Promise<pg.QueryResult | pg.QueryResult[]> => {
      state.bytes = 0;
      state.limit = limits.bytes;
      running = true;
      try {
        return (await client.query(config as string)) as pg.QueryResult | pg.QueryResult[];
      } catch (error) {
        if (state.tooLarge) throw answerTooLarge();
        if (state.lost || !isSqlState(error)) {
          state.lost ||= inside.connection.stream.destroyed;
          if (state.lost) throw new DatabaseUnavailable("The connection to the database was lost", error);
        }
        throw error;
      } finally {
        running = false;
      }
    };
    const lease: EngineLease = {
      query: async <R>(text: string, params: readonly unknown[], repeated = false) => {
        const values = params.map((value, index) => jsonList(value, index, text));
        const name = repeated ? this.prepared(text) : undefined;
        const result = (await run({ text, values, ...(name ? { name } : {}) }).catch((error: unknown) => {
          // A migration at run time changed the columns of `select *`.
          if (!name || (error as { code?: unknown }).code !== "0A000" || inside.getTransactionStatus() !== "I")
            throw error;
          return run({ text, values });
        })) as pg.QueryResult;
        return { rows: result.rows as R[], affected: result.rowCount ?? undefined };
      },
      exec: async (text) => {
        const results = await run(text);
        return (Array.isArray(results) ? results : [results]).map(({ rows }) => rows as Record<string, unknown>[]);
      },
      cancel: () => {
        if (!running || cancelled) return;
        cancelled = true;
        sendCancel(inside);
      },
      release: () => {
        const idle = inside.getTransactionStatus() === "I";
        // A pending cancel must not hit the next lease's statement.
        client.release(state.lost || cancelled || !idle);
        return undefined;
      },
    };
    try {
      if (state.timeout !== limits.milliseconds) {
        await run(`set statement_timeout = ${limits.milliseconds}`);
        state.timeout = limits.milliseconds;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    return lease;
  }

  /** The name of a prepared statement. Connections keep all of them, so their number is bounded. */
  private prepared(text: string): string | undefined {
    const known = this.names.get(text);
    if (known || this.names.size >= maxPrepared) return known;
    const name = `s${this.names.size}`;
    this.names.set(text, name);
    return name;
  }

  async listen(_exclusive: unknown, listener: Listener): Promise<void> {
    this.listening.push(await startListening(this.url, listener));
  }

  async close(): Promise<void> {
    await Promise.all(this.listening.splice(0).map((stop) => stop()));
    await this.pool.end();
  }
}

export async function openPostgres(url: string): Promise<Database> {
  const { database } = databaseOn(new PostgresEngine(url));
  return database;
}
