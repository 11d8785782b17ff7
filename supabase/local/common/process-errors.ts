// Uncaught errors. A rejected promise is logged, because the process serves all other requests. An
// unknown exception ends it: the database is always durable (tests/backend/kill.test.ts).
import { type Log, messageOf } from "./log.ts";

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
  // The log's reader has closed it (`npm start | head`): logging that error would fail endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("unhandledRejection", (reason) => log("unhandled_rejection", fieldsOf(reason)));
  process.on("uncaughtException", (error) => {
    log("uncaught_exception", fieldsOf(error));
    if (!isDisconnect(error)) end(1);
  });
}
