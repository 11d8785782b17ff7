// Sorts failures by what to do: retry (offline, busy), merge (conflict: no error here), show
// (refused), sign in (locked); everything else throws. Pure: no I/O.
import type { CallFailure, DeviceFailure } from "./result.ts";

interface ErrorBody {
  code?: unknown;
  message?: unknown;
  details?: unknown;
}

/**
 * `PTnnn` is PostgREST's way to choose the status in SQL; some servers answer it with another
 * status.
 */
function statusOf(httpStatus: number, code: string): number {
  const chosen = /^PT(\d{3})$/.exec(code)?.[1];
  return chosen ? Number(chosen) : httpStatus;
}

const transient = new Set([408, 425, 429]);

/** Sorts an HTTP answer of PostgREST, GoTrue or Storage that is not 2xx. */
export function failureOfResponse(httpStatus: number, body: unknown, retryAfter: string | null): CallFailure {
  const b = (typeof body === "object" && body !== null ? body : {}) as ErrorBody;
  const code = typeof b.code === "string" ? b.code : "";
  const status = statusOf(httpStatus, code);
  if (status === 401 || code === "PGRST301" || code === "PGRST303") return { type: "unauthorized" };
  if (status >= 500 || transient.has(status)) {
    const seconds = Number(retryAfter);
    const wait = retryAfter !== null && Number.isFinite(seconds) ? { afterMs: Math.min(seconds, 300) * 1000 } : {};
    return { type: "retry", status, code, ...wait };
  }
  const detail = typeof b.details === "string" && b.details !== "" ? b.details : code;
  return { type: "refused", status, code: detail, message: typeof b.message === "string" ? b.message : "" };
}

/**
 * A write to IndexedDB that failed for a reason that a person can do something about; null: a bug,
 * throw it on.
 */
export function storageFailure(error: unknown): DeviceFailure | null {
  const names = new Set<string>();
  for (let e: unknown = error, depth = 0; typeof e === "object" && e !== null && depth < 5; depth++) {
    const { name, inner, cause, message } = e as { name?: string; inner?: unknown; cause?: unknown; message?: string };
    if (name) names.add(name);
    // Dexie puts the errors of a bulk write into the message only.
    for (const known of ["QuotaExceededError", "AbortError"]) if (message?.includes(known)) names.add(known);
    e = inner ?? cause;
  }
  if (names.has("StoreOutdated")) return { type: "outdated" };
  if (names.has("QuotaExceededError")) return { type: "storage_full" };
  if (names.has("SecurityError") || names.has("InvalidStateError") || names.has("MissingAPIError")) {
    return { type: "storage_denied" };
  }
  // The browser aborted the write without a reason (mostly a failing disk): a failure to show, like
  // a full disk.
  if (names.has("AbortError") || names.has("UnknownError")) return { type: "unexpected", error };
  return null;
}
