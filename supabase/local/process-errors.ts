// What nobody caught. One request's failure never ends the process: everybody else is being served
// by it. An exception of unknown kind does, because nobody can say what state it left; the store is
// durable at every moment (tests/backend/kill.test.ts).
import { type Log, messageOf } from "./log.ts";

/** A caller who hung up, told too late to belong to anybody's request. */
const disconnectCodes: ReadonlySet<unknown> = new Set([
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ABORT_ERR",
]);

export const isDisconnect = (error: unknown): boolean =>
  error instanceof Error && (disconnectCodes.has((error as NodeJS.ErrnoException).code) || error.message === "aborted");

const fieldsOf = (error: unknown) => ({
  code: error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined,
  message: messageOf(error),
  stack: error instanceof Error ? error.stack : undefined,
});

/** Call once, in the process that is the server. */
export function watchProcess(log: Log, end: (code: number) => void): void {
  // Whoever read the log is gone (a closed terminal, `npm start | head`). Caught as an exception it
  // would be logged, and fail again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("unhandledRejection", (reason) => log("unhandled_rejection", fieldsOf(reason)));
  process.on("uncaughtException", (error) => {
    log("uncaught_exception", fieldsOf(error));
    if (!isDisconnect(error)) end(1);
  });
}
