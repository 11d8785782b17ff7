// Sorts failures by the reaction: retry (offline, busy), show (rejected) or sign in (locked).
// Conflicts are merged and are not failures; everything else throws. Pure.
import type { CallFailure, DeviceFailure } from "./result.ts";

interface ErrorBody {
  code?: unknown;
  message?: unknown;
  details?: unknown;
}

/** `PTnnn` is PostgREST's way to set the status in SQL. Some servers answer with another status. */
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
  return { type: "rejected", status, code: detail, message: typeof b.message === "string" ? b.message : "" };
}

/** True if a chosen file was changed, moved or deleted, so that it can no longer be read. */
export const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError");

/** A full disk has several error texts, of Chromium, Firefox and SQLite. */
const noSpace = /FILE_ERROR_NO_SPACE|NO_DEVICE_SPACE|no space left|disk is full/i;

/** True if smaller calls may succeed: the server or a proxy timed out, or nothing arrived. */
export const isTooMuch = (failure: CallFailure): boolean =>
  failure.type === "retry"
    ? failure.status === 504 || failure.code === "57014"
    : failure.type === "offline" && failure.timedOut === true;

/** Returns an error and its causes: Dexie and RxDB wrap the browser's errors. */
export function causesOf(error: unknown): { name: string; message: string }[] {
  const causes: { name: string; message: string }[] = [];
  for (let e: unknown = error; typeof e === "object" && e !== null && causes.length < 5; ) {
    const {
      name = "",
      message = "",
      inner,
      cause,
    } = e as Partial<Record<"name" | "message", string>> & Partial<Record<"inner" | "cause", unknown>>;
    causes.push({ name, message });
    e = inner ?? cause;
  }
  return causes;
}

/** Returns a failed IndexedDB write as a failure; null for a bug, which the caller throws. */
export function storageFailure(error: unknown): DeviceFailure | null {
  const causes = causesOf(error);
  const names = new Set(causes.map(({ name }) => name));
  // Dexie includes the errors of a bulk write only in the message.
  for (const known of ["QuotaExceededError", "AbortError"])
    if (causes.some(({ message }) => message.includes(known))) names.add(known);
  const full = causes.some(({ message }) => noSpace.test(message));
  // The browser reads a chosen file while storing it.
  if (names.has("NotReadableError")) return { type: "file_gone" };
  if (names.has("StoreOutdated")) return { type: "outdated" };
  if (full || names.has("QuotaExceededError")) return { type: "storage_full" };
  if (names.has("SecurityError") || names.has("InvalidStateError") || names.has("MissingAPIError")) {
    return { type: "storage_denied" };
  }
  // The browser aborted the write without a reason, mostly because of a failing disk.
  if (names.has("AbortError") || names.has("UnknownError")) return { type: "unexpected", error };
  return null;
}
