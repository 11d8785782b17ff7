// The interface of the database, PGlite or PostgreSQL, and the limits of its statements.
import { lookUp } from "../../functions/_shared/look-up.ts";
import type { PostgresConnection } from "../common/lite-package.ts";

export type Param = string | number | boolean | null | readonly string[];
export interface Session {
  query<R = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<R[]>;
}

/** The caller of a request. Statements outside of a request are the server's own. */
export interface Request {
  /** The token's role, which sets the statements' time limit. */
  role: string;
  /** Aborted when the client disconnects: drops queued work and cancels a running statement. */
  signal?: AbortSignal | undefined;
}

export interface Listener {
  channel: string;
  onMessage(payload: string): void;
  /** After a lost connection was replaced: messages in between were missed. */
  onReconnect(): void;
}

export interface Database extends Session {
  readonly kind: "pglite" | "postgres";
  readonly connection: PostgresConnection;
  /** Many statements in one transaction, without a time limit: migrations and seeds. */
  script(text: string): Promise<void>;
  /** Runs many statements and returns the rows of each. For tools and tests. */
  exec(text: string): Promise<Record<string, unknown>[][]>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  listen(listener: Listener): Promise<void>;
  /** Its limits apply to all statements, and its transactions share one connection. */
  withRequestScope<T>(request: Request, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds by role, as on hosted Supabase (service_role: its authenticator's). */
const statementLimits: Readonly<Record<string, number>> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 8000,
};
/** For the server's own statements: scheduled jobs, deliveries, sign-ins. */
export const ownStatementLimit = 60_000;
export const limitOf = (role: string): number => lookUp(statementLimits, role) ?? 3000;

/** Bytes of a request's rows. A pull of 1,000 long reports has about 20 MB. */
export const maxAnswerBytes = 32 * 1024 * 1024;

class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("rolled back");
    this.result = result;
  }
}

/** False in a project without this app's migrations (the backend's own tests). */
export async function hasFunction(session: Session, signature: string): Promise<boolean> {
  const [row] = await session.query<{ has: boolean }>("select to_regprocedure($1) is not null as has", [signature]);
  return row?.has ?? false;
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
