// Handles failures inside lite, which answers unexpected ones with a bare 500 and prints the cause
// to the console. Catches the cause, and gives errors of the caller their status and code.
import { AsyncLocalStorage } from "node:async_hooks";
import { rejectedByDatabase } from "../auth/auth-responses.ts";
import { areaOf } from "../common/area.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter, statusOf } from "../common/database-errors.ts";
import { type Log, messageOf } from "../common/log.ts";
import { isDisconnect } from "../common/process-errors.ts";
import { Rejected, rejectionBody } from "../common/rejection.ts";
import { type RejectedObject, rejectionResponse, storageRejectionOf } from "../storage/rejections.ts";

/** lite answers it correctly and prints its values, which captureConsole suppresses. */
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
function rejectionOf(error: unknown): Rejected | undefined {
  const known = databaseErrorOf(error);
  if (known) {
    const status = statusOf(known.code, "authenticated");
    return status < 500 ? new Rejected(status, known.code, known.message) : undefined;
  }
  const code = codeOf(error);
  // A signed address: forged, truncated, from another server or expired.
  if (/^ERR_J(WT|WS|OSE)/.test(code)) return new Rejected(400, "InvalidJWT", messageOf(error));
  if (code === "ENOENT") return new Rejected(404, "not_found", "Object not found");
  // PGlite rejects the value before the database sees it, for example an array for a text.
  if (error instanceof Error && /^Invalid input for \S+ type$/.test(error.message))
    return new Rejected(400, "22P02", error.message);
  // lite and Kysely throw plain errors for a query that they cannot parse.
  if (error instanceof Error && error.name === "Error" && code === "" && unreadable.test(error.message))
    return new Rejected(400, "bad_request", error.message);
  // lite's router rejects a body that does not match.
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === "number" && status >= 400 && status < 500)
    return new Rejected(status, "bad_request", messageOf(error));
  if (error instanceof SyntaxError) return new Rejected(400, "bad_json", "The JSON cannot be read");
  return undefined;
}

/** Storage errors with our code, and errors of the caller that lite misattributes to itself. */
function storageRejection(failure: RequestContext, status: number): RejectedObject | undefined {
  const rejection = storageRejectionOf(failure.error) ?? storageRejectionOf(failure.databaseError);
  return rejection && (status >= 500 || rejection.message.startsWith(`${rejection.error}: `)) ? rejection : undefined;
}

export async function withFailures(request: Request, work: () => Promise<Response>, log: Log): Promise<Response> {
  const area = areaOf(new URL(request.url).pathname);
  const failure: RequestContext = { request };
  const response = await context.run(failure, work);
  const { error } = failure;
  const stored = area === "storage" && response.status >= 400 ? storageRejection(failure, response.status) : undefined;
  if (stored) {
    await response.body?.cancel();
    log("storage_rejected", { status: stored.status, code: stored.error });
    return rejectionResponse(stored);
  }
  if (error === undefined || error instanceof HandledError || isDisconnect(error) || response.status < 500)
    return response;
  // A database failure: a time limit, a size limit, or a lost connection.
  const unavailable = failureOf(error);
  if (unavailable.status !== 500) {
    const { status, body } = unavailable;
    log(`${area}_rejected`, { status, code: body.code });
    return jsonResponse(status, body, retryAfter(status));
  }
  const authRejection = area === "auth" ? rejectedByDatabase(error) : undefined;
  const rejected = rejectionOf(error);
  log(`${area}_rejected`, {
    status: authRejection?.status ?? rejected?.status ?? response.status,
    code: rejected?.code ?? codeOf(error),
    ...(rejected ? {} : { message: messageOf(error) }),
  });
  if (authRejection) return authRejection;
  if (!rejected) return response;
  const detail = databaseErrorOf(error)?.detail;
  // The app reads trigger errors in PostgREST's format.
  const body =
    area === "auth" ? { code: rejected.code, message: rejected.message, detail } : rejectionBody(area, rejected);
  return jsonResponse(rejected.status, body);
}
