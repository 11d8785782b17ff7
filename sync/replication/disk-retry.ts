// Retries writes of received rows while the disk is full or fails. A person's own write is not
// retried: it fails at once, and the screen shows it.
import { BehaviorSubject } from "rxjs";
import { storageFailure } from "../transport/errors.ts";
import { again, backoff, createRetryPolicy, done, retryUntilDone } from "../transport/retry-policy.ts";

export interface DiskRetry {
  /** The reason while writes are retried, otherwise null. */
  readonly failing$: BehaviorSubject<string | null>;
  /** Throws `Cancelled` when replication stops first. */
  write<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when the running writes have ended. None begins after an abort. */
  settled(): Promise<void>;
}

export function createDiskRetry(signal: AbortSignal): DiskRetry {
  const failing$ = new BehaviorSubject<string | null>(null);
  const retry = createRetryPolicy(backoff.disk);
  const writing = new Set<Promise<unknown>>();
  return {
    failing$,
    settled: async () => void (await Promise.allSettled(writing)),
    write: (task) =>
      retryUntilDone(retry, signal, async () => {
        const write = task();
        writing.add(write);
        try {
          const written = await write;
          if (failing$.value !== null) failing$.next(null);
          return done(written);
        } catch (error) {
          const failure = storageFailure(error);
          if (!failure) throw error;
          if (failing$.value !== failure.type) failing$.next(failure.type);
          return again;
        } finally {
          writing.delete(write);
        }
      }),
  };
}
