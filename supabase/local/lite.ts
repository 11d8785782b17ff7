// @supabase/lite, set up and mended: /rest/v1 (tables), /auth/v1 and /storage/v1. Every mend is here or in a file of its own beside this one,
// and tests/backend/mends.test.ts says of each when it is no longer needed.
import { AsyncLocalStorage } from "node:async_hooks";
import type { ApiConfig, AuthConfig } from "./config.ts";
import { DatabaseUnavailable } from "./database/failures.ts";
import type { Database } from "./database.ts";
import { bodyOf, databaseErrorOf, failureOf, jsonResponse, retryAfter, statusOf } from "./errors.ts";
import { isHangUp } from "./last-resort.ts";
import { App, type EmailDriver, setExperimental } from "./lite-package.ts";
import { type Log, messageOf } from "./log.ts";
import { checkRestQuery, QueryRefused } from "./rest-query.ts";
import { callerOf, type Keys } from "./token.ts";

export interface LiteOptions {
  database: Database;
  keys: Keys;
  siteUrl: string;
  accessTokenSeconds: number;
  storage: NonNullable<App["_storageAdapter"]>;
  email: EmailDriver;
  config: AuthConfig;
  api: ApiConfig;
  log: Log;
}

/** The methods of lite's connection that are mended. Its types call some of them private; at run time they are plain methods. */
interface Mendable {
  rlsState: string;
  normalizeDbError(error: unknown): unknown;
  introspect(how?: { useCache?: boolean }): Promise<{ tables: readonly unknown[] }>;
}

/**
 * An error as lite shall answer it. It prints each to the console with its stack and the values in the statement; these are told apart
 * there and left out, the log has its own line.
 */
class Told extends Error {
  readonly code: string;
  readonly detail: string | null;
  readonly hint: string | null;
  constructor(code: string, message: string, detail: string | null, hint: string | null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.hint = hint;
  }
}

/** Those lite answers as PostgREST does, and reads by their code itself (storage, unknown relations). */
const leftToLite = new Set(["23505", "23503", "42501", "25006", "42P01", "42883", "42703"]);

/** What went wrong inside one request to the auth or storage layer, which answer it as a bare 500. */
const failures = new AsyncLocalStorage<{ error?: unknown }>();

let quiet = false;
function quietConsole(): void {
  if (quiet) return;
  quiet = true;
  // biome-ignore lint/suspicious/noConsole: it is lite that prints; this is where it is held back.
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const failure = failures.getStore();
    if (failure && values[0] === "Auth error:") {
      failure.error = values[1];
      return;
    }
    if (values[0] instanceof Told || values.some(isHangUp)) return;
    const gone = values.find((value) => failureOf(value).status !== 500);
    // The database's failure, not lite's: the 500 that lite answers is exchanged.
    if (failure && gone) failure.error = gone;
    else if (!gone) print(...values);
  };
}

function mend(database: Database, log: Log): void {
  const connection = database.connection as unknown as Mendable;
  // At its first request lite grants ALL on every table to everybody, over whatever the migrations granted.
  connection.rlsState = "active";
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error);
    const known = databaseErrorOf(normal);
    if (!known) return normal;
    const status = statusOf(known.code, "authenticated");
    log("rest_refused", { code: known.code, status, ...(status >= 500 ? { message: known.message } : {}) });
    if (leftToLite.has(known.code))
      return new Told(known.code, known.message, known.detail ?? null, known.hint ?? null);
    // What a function raises with SQLSTATE 'PGRST' carries status and body of the answer, and lite passes it on untouched.
    const detail = JSON.stringify({ status, headers: retryAfter(status) });
    return new Told("PGRST", JSON.stringify(bodyOf(known)), detail, null);
  };
  const introspect = connection.introspect.bind(connection);
  connection.introspect = async (how) => {
    const found = await introspect(how);
    // Where it cannot ask it says that there are no tables: everything would be "not found" until the database is back.
    if (found.tables.length === 0) throw new DatabaseUnavailable("The database cannot be reached");
    return found;
  };
}

/** A trigger on auth.users that refuses with SQLSTATE PTxyz is answered with status xyz, as GoTrue answers it. */
async function withReason(work: () => Promise<Response>, log: Log): Promise<Response> {
  const failure: { error?: unknown } = {};
  const response = await failures.run(failure, work);
  if (failure.error === undefined) return response;
  const gone = failureOf(failure.error);
  if (response.status >= 500 && gone.status !== 500) {
    log("request_refused", { status: gone.status, code: gone.body.code });
    return jsonResponse(gone.status, gone.body, retryAfter(gone.status));
  }
  if (response.status < 500) return response;
  const known = databaseErrorOf(failure.error);
  const status = known && /^PT4\d\d$/.test(known.code) ? statusOf(known.code, "anon") : undefined;
  log("auth_refused", {
    status: status ?? 500,
    code: known?.code,
    ...(status ? {} : { message: messageOf(failure.error) }),
  });
  if (!known || status === undefined) return response;
  const { code, message, details } = bodyOf(known);
  return jsonResponse(status, { code, message, detail: details });
}

export interface Lite {
  fetch(request: Request): Promise<Response>;
  /** After a migration while running: what lite knows of tables and functions is out of date. */
  forgetSchema(): Promise<void>;
}

export async function createLite(options: LiteOptions): Promise<Lite> {
  const { database, keys, siteUrl, accessTokenSeconds, storage, email, config, api, log } = options;
  const { max_frequency: _ours, ...mail } = config.email;
  mend(database, log);
  quietConsole();
  setExperimental("storage", true);
  const app = new App({
    connection: database.connection,
    // Without it a provider would be asked to lead people back to port 54321.
    api: { enabled: true, schemas: ["public"], external_url: siteUrl, max_rows: api.max_rows },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.serviceKey,
      site_url: siteUrl,
      additional_redirect_urls: config.additional_redirect_urls,
      jwt_expiry: accessTokenSeconds,
      enable_refresh_token_rotation: true,
      enable_signup: config.enable_signup,
      minimum_password_length: config.minimum_password_length,
      email: mail,
      external: config.external,
    },
    storage: { enabled: true },
    studio: { enabled: false },
    options: {
      // `admin` would make a request without a key the service role, on loopback.
      server: { admin: false, disableStudio: true },
      drivers: { email },
    },
  });
  app._storageAdapter = storage;
  // biome-ignore lint/suspicious/noConsole: as above.
  const warn = console.warn;
  console.warn = () => undefined; // "EXPERIMENTAL FEATURES ENABLED", known and decided.
  try {
    await app.init();
  } finally {
    console.warn = warn;
  }
  await database.connection.introspect({ useCache: true });
  return {
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const rest = pathname.startsWith("/rest/v1/");
      if (rest) {
        try {
          checkRestQuery(search, pathname.startsWith("/rest/v1/rpc/"));
        } catch (error) {
          if (!(error instanceof QueryRefused)) throw error;
          log("query_refused", { reason: error.reason });
          return jsonResponse(400, { code: "PGRST100", message: error.message, details: error.reason, hint: null });
        }
      }
      const caller = callerOf(request, keys);
      const role = caller.ok ? caller.claims.role : "anon";
      // What signs in or stores goes on when the caller has left: it does more than one transaction.
      const scope = rest ? { role, signal: request.signal } : { role };
      const answer = await withReason(
        () => database.asOneRequest(scope, () => app.fetch(request, { peerAddress: null })),
        log,
      );
      if (scope.signal?.aborted) throw scope.signal.reason;
      return answer;
    },
    forgetSchema: () => database.connection.clearSchemaCache(),
  };
}
