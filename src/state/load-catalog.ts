// Loads the catalog on demand, and filters its expected errors.
import { reportError } from "../lib/error-log.ts";
import { importOnce } from "../lib/import-once.ts";

/** Loaded after the first screen. */
export const onDevice = importOnce(() => import("./catalog-on-device.ts"));

/** The caller was unmounted, or the next database repeats the request. */
const isOver = (error: unknown) =>
  error instanceof Error && (error.name === "Cancelled" || error.name === "StoreReplaced");

export const isAborted = (error: unknown, signal: AbortSignal) => signal.aborted || isOver(error);

export const reportUnexpected = (error: unknown) => {
  if (!isOver(error)) reportError(error);
};
