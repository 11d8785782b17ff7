// Handles failures inside lite, which answers unexpected ones with a bare 500 and prints the cause
// to the console. Catches the cause, and gives errors of the caller their status and code.
import { AsyncLocalStorage } from "node:async_hooks";
import { refusedByDatabase } from "../auth/auth-responses.ts";
import { areaOf } from "../common/area.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter, statusOf } from "../common/database-errors.ts";
import { type Log, messageOf } from "../common/log.ts";
import { isDisconnect } from "../common/process-errors.ts";
import { Refused, refusalBody } from "../common/refusal.ts";
import { refusalResponse, type StorageRefusal, storageRefusalOf } from "../storage/refusals.ts";

/**
 * An error that lite answers correctly. lite prints it with the statement's values; captureConsole
 * suppresses that, because the server logs it separately.
 */
export class HandledError extends Error {
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

interface RequestContext {
  request: Request;
  /** The last error that lite printed. */
  error?: unknown;
  /** The last database error, which lite's storage does not pass on. */
  databaseError?: unknown;
}
const context = new AsyncLocalStorage<RequestContext>();

/** The headers of the current request to lite, in PostgREST's format for SQL. */
export const currentHeaders = (): string =>
  JSON.stringify(Object.fromEntries(context.getStore()?.request.headers ?? []));

export const isRestRequest = (): boolean => {
  const url = context.getStore()?.request.url;
  return url !== undefined && areaOf(new URL(url).pathname) === "rest";
};

export function noteDatabaseError(error: unknown): void {
  const failure = context.getStore();
  if (failure) failure.databaseError = error;
}

let captured = false;
export function captureConsole(): void {
  if (captured) return;
  captured = true;
  // biome-ignore lint/suspicious/noConsole: it is lite that prints; this is where it is held back.
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const failure = context.getStore();
    const error = values.find((value) => value instanceof Error);
    if (failure && error) failure.error = error;
    else if (!(error instanceof HandledError)) print(...values);
  };
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
};

const unreadable = /^"?(invalid|missing|unexpected|expected|unknown|unsupported|malformed|failed to parse)\b/i;

/** The rejection for an error of the caller; undefined for a server error. */
function refusalOf(error: unknown): Refused | undefined {
  const known = databaseErrorOf(error);
  if (known) {
    const status = statusOf(known.code, "authenticated");
    return status < 500 ? new Refused(status, known.code, known.message) : undefined;
  }
  const code = codeOf(error);
  // A signed address: forged, truncated, from another server or expired.
  if (/^ERR_J(WT|WS|OSE)/.test(code)) return new Refused(400, "InvalidJWT", messageOf(error));
  if (code === "ENOENT") return new Refused(404, "not_found", "Object not found");
  // PGlite rejects the value before the database sees it, for example an array for a text.
  if (error instanceof Error && /^Invalid input for \S+ type$/.test(error.message))
    return new Refused(400, "22P02", error.message);
  // lite and Kysely throw plain errors for a query that they cannot parse.
  if (error instanceof Error && error.name === "Error" && code === "" && unreadable.test(error.message))
    return new Refused(400, "bad_request", error.message);
  // lite's router rejects a body that does not match.
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === "number" && status >= 400 && status < 500)
    return new Refused(status, "bad_request", messageOf(error));
  if (error instanceof SyntaxError) return new Refused(400, "bad_json", "The JSON cannot be read");
  return undefined;
}

/** Storage errors with our code, and errors of the caller that lite misattributes to itself. */
function storageRefusal(failure: RequestContext, status: number): StorageRefusal | undefined {
  const refusal = storageRefusalOf(failure.error) ?? storageRefusalOf(failure.databaseError);
  return refusal && (status >= 500 || refusal.message.startsWith(`${refusal.error}: `)) ? refusal : undefined;
}

export async function withFailures(request: Request, work: () => Promise<Response>, log: Log): Promise<Response> {
  const area = areaOf(new URL(request.url).pathname);
  const failure: RequestContext = { request };
  const response = await context.run(failure, work);
  const { error } = failure;
  const stored = area === "storage" && response.status >= 400 ? storageRefusal(failure, response.status) : undefined;
  if (stored) {
    await response.body?.cancel();
    log("storage_refused", { status: stored.status, code: stored.error });
    return refusalResponse(stored);
  }
  if (error === undefined || error instanceof HandledError || isDisconnect(error) || response.status < 500)
    return response;
  // A database failure: a time limit, a size limit, or a lost connection.
  const unavailable = failureOf(error);
  if (unavailable.status !== 500) {
    const { status, body } = unavailable;
    log(`${area}_refused`, { status, code: body.code });
    return jsonResponse(status, body, retryAfter(status));
  }
  const authRefusal = area === "auth" ? refusedByDatabase(error) : undefined;
  const refused = refusalOf(error);
  log(`${area}_refused`, {
    status: authRefusal?.status ?? refused?.status ?? response.status,
    code: refused?.code ?? codeOf(error),
    ...(refused ? {} : { message: messageOf(error) }),
  });
  if (authRefusal) return authRefusal;
  if (!refused) return response;
  const detail = databaseErrorOf(error)?.detail;
  // The app reads trigger errors in PostgREST's format.
  const body = area === "auth" ? { code: refused.code, message: refused.message, detail } : refusalBody(area, refused);
  return jsonResponse(refused.status, body);
}
