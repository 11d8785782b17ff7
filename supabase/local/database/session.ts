// The interface of the database, PGlite or PostgreSQL, and the limits of its statements.
import type { PostgresConnection } from "../lite/lite-package.ts";

export type Param = string | number | boolean | null | readonly string[];
export interface Session {
  query<R = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<R[]>;
}

/** The caller of a request. Statements outside of a request are the server's own. */
export interface Request {
  /** The role of the caller's token. It sets the time limit of statements. */
  role: string;
  /** Aborted when the client disconnects: queued work is dropped, a running statement cancelled. */
  signal?: AbortSignal | undefined;
}

export interface Database extends Session {
  readonly kind: "pglite" | "postgres";
  /** What @supabase/lite talks to. */
  readonly connection: PostgresConnection;
  /** Many statements in one transaction, without a time limit: migrations and seeds. */
  script(text: string): Promise<void>;
  /** Many statements as they are, with the rows of each. For tools and tests. */
  exec(text: string): Promise<Record<string, unknown>[][]>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * @param onReconnect called after a lost connection was replaced: messages sent in between were
   * missed
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect: () => void): Promise<void>;
  /**
   * Runs work as one request: its limits hold for all statements, and its transactions share one
   * connection.
   */
  withRequestScope<T>(request: Request, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Milliseconds a statement may take, by role, as on hosted Supabase (service_role: the limit of its
 * authenticator).
 */
const statementLimits: Readonly<Record<string, number>> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 8000,
};
/** The server's own statements: scheduled jobs, deliveries, sign-ins. */
export const ownStatementLimit = 60_000;
export const limitOf = (role: string): number => statementLimits[role] ?? 3000;

/**
 * Bytes the rows of one request's statement may add up to. A pull of 1,000 long reports has about
 * 20 MB.
 */
export const maxAnswerBytes = 32 * 1024 * 1024;

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("rolled back");
    this.result = result;
  }
}

/** Runs work in a transaction, returns its result, and rolls back. */
export async function dryRun<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (session): Promise<T> => {
      throw new RolledBack(await work(session));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
