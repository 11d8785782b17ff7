// lite answers a bare 500 to whatever it did not expect, and prints the cause. Here the cause is
// caught, and what was the caller's doing is answered as that, with its code.
import { AsyncLocalStorage } from "node:async_hooks";
import { refusedByDatabase } from "../auth/auth-responses.ts";
import { areaOf } from "../http/area.ts";
import { Refused, refusalBody } from "../http/refusal.ts";
import { type Log, messageOf } from "../log.ts";
import { isDisconnect } from "../process-errors.ts";
import { databaseErrorOf, failureOf, jsonResponse, retryAfter, statusOf } from "../rest/errors.ts";
import { refusalResponse, type StorageRefusal, storageRefusalOf } from "../storage/refusals.ts";

/**
 * An error as lite shall answer it. It prints each to the console with its stack and the values in
 * the statement; these are told apart there and left out, the log has its own line.
 */
export class Told extends Error {
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

interface Current {
  request: Request;
  /** What went wrong inside it. */
  error?: unknown;
  /** What the database refused: lite's storage hands on no word of it. */
  refused?: unknown;
}
const current = new AsyncLocalStorage<Current>();

/** The headers of the request to lite that this code runs for, as PostgREST gives them to SQL. */
export const currentHeaders = (): string =>
  JSON.stringify(Object.fromEntries(current.getStore()?.request.headers ?? []));

export function noteRefusal(error: unknown): void {
  const failure = current.getStore();
  if (failure) failure.refused = error;
}

let quiet = false;
export function quietConsole(): void {
  if (quiet) return;
  quiet = true;
  // biome-ignore lint/suspicious/noConsole: it is lite that prints; this is where it is held back.
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const failure = current.getStore();
    const error = values.find((value) => value instanceof Error);
    if (failure && error) failure.error = error;
    else if (!(error instanceof Told)) print(...values);
  };
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
};

const unreadable = /^"?(invalid|missing|unexpected|expected|unknown|unsupported|malformed|failed to parse)\b/i;

/** The caller's doing, or undefined. */
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
  // PGlite's own encoder, before the database sees the value: a list where a text belongs.
  if (error instanceof Error && /^Invalid input for \S+ type$/.test(error.message))
    return new Refused(400, "22P02", error.message);
  // What lite and Kysely say of a query that they cannot read: bare errors, before a statement is
  // made of it.
  if (error instanceof Error && error.name === "Error" && code === "" && unreadable.test(error.message))
    return new Refused(400, "bad_request", error.message);
  // What lite's router throws when a body does not fit.
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === "number" && status >= 400 && status < 500)
    return new Refused(status, "bad_request", messageOf(error));
  if (error instanceof SyntaxError) return new Refused(400, "bad_json", "The JSON cannot be read");
  return undefined;
}

/**
 * Refusals of storage that have a code of ours, and faults of what was sent, which lite takes for
 * its own.
 */
function storageRefusal(failure: Current, status: number): StorageRefusal | undefined {
  const refusal = storageRefusalOf(failure.error) ?? storageRefusalOf(failure.refused);
  return refusal && (status >= 500 || refusal.message.startsWith(`${refusal.error}: `)) ? refusal : undefined;
}

/** @param work hands one request to lite */
export async function withReason(request: Request, work: () => Promise<Response>, log: Log): Promise<Response> {
  const area = areaOf(new URL(request.url).pathname);
  const failure: Current = { request };
  const response = await current.run(failure, work);
  const { error } = failure;
  const stored = area === "storage" && response.status >= 400 ? storageRefusal(failure, response.status) : undefined;
  if (stored) {
    await response.body?.cancel();
    log("storage_refused", { status: stored.status, code: stored.error });
    return refusalResponse(stored);
  }
  if (error === undefined || error instanceof Told || isDisconnect(error) || response.status < 500) return response;
  // The database's failure, not lite's: too slow, too large, or out of reach.
  const unavailable = failureOf(error);
  if (unavailable.status !== 500) {
    const { status, body } = unavailable;
    log(`${area}_refused`, { status, code: body.code });
    return jsonResponse(status, body, retryAfter(status));
  }
  const inGoTruesWords = area === "auth" ? refusedByDatabase(error) : undefined;
  const refused = refusalOf(error);
  log(`${area}_refused`, {
    status: inGoTruesWords?.status ?? refused?.status ?? response.status,
    code: refused?.code ?? codeOf(error),
    ...(refused ? {} : { message: messageOf(error) }),
  });
  if (inGoTruesWords) return inGoTruesWords;
  if (!refused) return response;
  const detail = databaseErrorOf(error)?.detail;
  // What a trigger raises is read by the app as PostgREST would say it.
  const body = area === "auth" ? { code: refused.code, message: refused.message, detail } : refusalBody(area, refused);
  return jsonResponse(refused.status, body);
}
