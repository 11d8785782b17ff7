// Configures and patches @supabase/lite. Each workaround has a test in
// tests/backend/workarounds.test.ts that fails when lite no longer needs it.
import { CompiledQuery, type Kysely } from "kysely";
import type { ApiConfig, AuthConfig } from "../common/config.ts";
import { bodyOf, databaseErrorOf, jsonResponse, retryAfter, statusOf } from "../common/database-errors.ts";
import { App, type EmailDriver, setExperimental } from "../common/lite-package.ts";
import type { Log } from "../common/log.ts";
import { callerOf, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { DatabaseUnavailable } from "../database/failures.ts";
import { checkRestQuery, QueryRejected } from "../rest/rest-query.ts";
import { type Known, type Statement, withJsonTexts } from "./json-values.ts";
import {
  captureConsole,
  currentHeaders,
  HandledError,
  isRestRequest,
  noteDatabaseError,
  withFailures,
} from "./lite-failures.ts";

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

interface Patchable {
  rlsState: string;
  normalizeDbError(error: unknown): unknown;
  applyJwtSessionContext(transaction: Pick<Kysely<unknown>, "executeQuery">, ...rest: unknown[]): Promise<void>;
  introspect(how?: { useCache?: boolean }): Promise<Introspected>;
  onPostgrestAST(statement: Statement, ...rest: unknown[]): Promise<Statement>;
}

interface Named {
  schema?: string;
  fk_def?: string;
}
type Introspected = Readonly<Record<string, unknown>> & Known & { tables: readonly unknown[] };

const referredSchema = /\bREFERENCES (?:"((?:[^"]|"")+)"|(\w+))\./;

/** lite finds names in all schemas: another schema's `users` would change the API's. */
function exposedPart(found: Introspected): Introspected {
  const isExposed = ({ schema, fk_def = "" }: Named): boolean => {
    const [, quoted, plain] = referredSchema.exec(fk_def) ?? [];
    return (schema ?? "public") === "public" && (quoted ?? plain ?? "public") === "public";
  };
  const parts = Object.entries(found).map(([part, all]): [string, unknown] => [
    part,
    Array.isArray(all) ? all.filter((each) => typeof each !== "object" || each === null || isExposed(each)) : all,
  ]);
  return { ...found, ...Object.fromEntries(parts) };
}

/** lite maps these codes itself (storage, unknown relations) like PostgREST. */
const handledByLite = new Set(["23505", "23503", "42501", "25006", "42P01", "42883", "42703"]);

function patchConnection(database: Database, log: Log): void {
  // Cast: its types call some of these methods private.
  const connection = database.connection as unknown as Patchable;
  // Otherwise its first request would grant ALL on every table to all roles.
  connection.rlsState = "active";
  // lite sets request.headers for functions only; triggers that count by address need it.
  const apply = connection.applyJwtSessionContext.bind(connection);
  connection.applyJwtSessionContext = async (transaction, ...rest) => {
    await apply(transaction, ...rest);
    await transaction.executeQuery(
      CompiledQuery.raw("select set_config('request.headers', $1, true)", [currentHeaders()]),
    );
  };
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error);
    const known = databaseErrorOf(normal);
    if (!known) return normal;
    noteDatabaseError(known);
    const status = statusOf(known.code, "authenticated");
    log("rest_rejected", { code: known.code, status, ...(status >= 500 ? { message: known.message } : {}) });
    if (handledByLite.has(known.code))
      return new HandledError(known.code, known.message, known.detail ?? null, known.hint ?? null);
    // An error with SQLSTATE 'PGRST' contains status and body of the answer, which lite forwards.
    const detail = JSON.stringify({ status, headers: retryAfter(status) });
    return new HandledError("PGRST", JSON.stringify(bodyOf(known)), detail, null);
  };
  const introspect = connection.introspect.bind(connection);
  const exposed = new WeakMap<Introspected, Introspected>();
  connection.introspect = async (how) => {
    const found = await introspect(how);
    // When the query fails, lite returns no tables and caches that: all requests would get 404.
    if (found.tables.length === 0) throw new DatabaseUnavailable("The database cannot be reached");
    // Its other services read tables of their schemas.
    if (!isRestRequest()) return found;
    const known = exposed.get(found) ?? exposedPart(found);
    exposed.set(found, known);
    return known;
  };
  const check = connection.onPostgrestAST.bind(connection);
  connection.onPostgrestAST = async (statement, ...rest) => {
    const checked = await check(statement, ...rest);
    // lite's storage service encodes its own values.
    return isRestRequest() ? withJsonTexts(checked, await connection.introspect({ useCache: true })) : checked;
  };
}

export async function createLite(options: LiteOptions) {
  const { database, keys, siteUrl, accessTokenSeconds, storage, email, config, api, log } = options;
  const { max_frequency: _ours, enabled: enable_signup, ...mail } = config.email;
  patchConnection(database, log);
  captureConsole();
  setExperimental("storage", true);
  const app = new App({
    connection: database.connection,
    // Otherwise an OAuth provider would redirect to port 54321.
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
      email: { ...mail, enable_signup },
      external: config.external,
    },
    storage: { enabled: true },
    studio: { enabled: false },
    options: {
      // `admin` would give a request without a key the service role, on loopback.
      server: { admin: false, disableStudio: true },
      drivers: { email },
    },
  });
  app._storageAdapter = storage;
  // biome-ignore lint/suspicious/noConsole: as above.
  const warn = console.warn;
  console.warn = () => undefined; // hides "EXPERIMENTAL FEATURES ENABLED"
  try {
    await app.init();
  } finally {
    console.warn = warn;
  }
  await database.connection.introspect({ useCache: true });
  return {
    fetch: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const rest = pathname.startsWith("/rest/v1/");
      if (rest) {
        try {
          checkRestQuery(search, pathname.startsWith("/rest/v1/rpc/"));
        } catch (error) {
          if (!(error instanceof QueryRejected)) throw error;
          log("query_rejected", { reason: error.reason });
          return jsonResponse(400, { code: "PGRST100", message: error.message, details: error.reason, hint: null });
        }
      }
      const caller = callerOf(request, keys);
      const role = caller.ok ? caller.claims.role : "anon";
      // Sign-ins and uploads continue after a disconnect, because they take several transactions.
      const scope = rest ? { role, signal: request.signal } : { role };
      const answer = await withFailures(
        request,
        () => database.withRequestScope(scope, () => app.fetch(request, { peerAddress: null })),
        log,
      );
      if (scope.signal?.aborted) throw scope.signal.reason;
      return answer;
    },
    /** Drops lite's cached schema, after a migration at run time. */
    forgetSchema: (): Promise<void> => database.connection.clearSchemaCache(),
  };
}
