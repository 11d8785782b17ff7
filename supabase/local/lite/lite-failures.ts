// Failures inside lite. It answers a bare 500 to whatever it did not expect, and prints the cause
// to the console. Here the cause is caught, and an error of the caller gets its own status and
// code.
import { AsyncLocalStorage } from "node:async_hooks";
import { refusedByDatabase } from "../auth/auth-responses.ts";
import { areaOf } from "../http/area.ts";
import { Refused, refusalBody } from "../http/refusal.ts";
import { type Log, messageOf } from "../log.ts";
import { isDisconnect } from "../process-errors.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter, statusOf } from "../rest/errors.ts";
import { refusalResponse, type StorageRefusal, storageRefusalOf } from "../storage/refusals.ts";

/**
 * An error that lite answers as it is. lite prints it with the values of the statement;
 * captureConsole leaves it out, since the log has a line of its own.
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
  /** The last error of the database, which lite's storage does not pass on. */
  databaseError?: unknown;
}
const context = new AsyncLocalStorage<RequestContext>();

/** The headers of the request to lite that this code runs for, as PostgREST gives them to SQL. */
export const currentHeaders = (): string =>
  JSON.stringify(Object.fromEntries(context.getStore()?.request.headers ?? []));

/** Does this code run for a request to /rest/v1? */
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

/** The refusal that an error of the caller leads to; undefined: the error is the server's. */
function refusalOf(error: unknown): Refused | undefined {
  const known = databaseErrorOf(error);
  if (known) {
    const status = statusOf(known.code, "authenticated");
    return status < 500 ? new Refused(status, known.code, known.message) : undefined;
  }
  const code = codeOf(error);
  // A signed address: forged, cut short, of another server or too old.
  if (/^ERR_J(WT|WS|OSE)/.test(code)) return new Refused(400, "InvalidJWT", messageOf(error));
  if (code === "ENOENT") return new Refused(404, "not_found", "Object not found");
  // PGlite's own encoder, before the database sees the value: an array in place of a text.
  if (error instanceof Error && /^Invalid input for \S+ type$/.test(error.message))
    return new Refused(400, "22P02", error.message);
  // lite and Kysely throw plain errors for a query that they cannot parse.
  if (error instanceof Error && error.name === "Error" && code === "" && unreadable.test(error.message))
    return new Refused(400, "bad_request", error.message);
  // lite's router, for a body that does not match.
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === "number" && status >= 400 && status < 500)
    return new Refused(status, "bad_request", messageOf(error));
  if (error instanceof SyntaxError) return new Refused(400, "bad_json", "The JSON cannot be read");
  return undefined;
}

/**
 * Refusals of storage with a code of ours, and errors of the caller that lite takes for its own.
 */
function storageRefusal(failure: RequestContext, status: number): StorageRefusal | undefined {
  const refusal = storageRefusalOf(failure.error) ?? storageRefusalOf(failure.databaseError);
  return refusal && (status >= 500 || refusal.message.startsWith(`${refusal.error}: `)) ? refusal : undefined;
}

/** @param work hands one request to lite */
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
  // A failure of the database: a time limit, a size limit, or a lost connection.
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
  // The app reads what a trigger raises in PostgREST's format.
  const body = area === "auth" ? { code: refused.code, message: refused.message, detail } : refusalBody(area, refused);
  return jsonResponse(refused.status, body);
}
