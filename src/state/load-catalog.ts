// How screens reach the catalog's database, and which of its errors are none.
import { reportError } from "../lib/error-log.ts";
import { importOnce } from "../lib/import-once.ts";

/** What follows the first screen: a list is shown before it is loaded. */
export const onDevice = importOnce(() => import("./catalog-on-device.ts"));

/** Nobody waits for it any more; or the store is being made anew, and the next one asks again. */
const isOver = (error: unknown) =>
  error instanceof Error && (error.name === "Cancelled" || error.name === "StoreReplaced");

export const isAborted = (error: unknown, signal: AbortSignal) => signal.aborted || isOver(error);

/** Reports a failure that somebody has to look at. */
export const tell = (error: unknown) => {
  if (!isOver(error)) reportError(error);
};
