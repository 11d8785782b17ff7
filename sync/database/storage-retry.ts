// Retries the storage writes of replication until a full or failing disk accepts them.
// RxDB loses a write that fails: it drops the rows of that page while the next page moves the
// checkpoint past them, and a failed checkpoint stops the collection until the page is reloaded.
// A person's own write is not retried: it fails at once, and the screen shows it. Rows that a pull
// brings after it was stopped are not written.
import { BehaviorSubject } from "rxjs";
import { storageFailure } from "../transport/errors.ts";
import { again, backoff, Cancelled, createRetryPolicy, done, retryUntilDone } from "../transport/retry-policy.ts";
import { type AnyStorage, adaptStorage, type Written } from "./rxdb-storage.ts";
import { dropStaleWrites } from "./stale-writes.ts";

export interface StorageRetry {
  readonly storage: AnyStorage;
  /** Why replication's writes are being retried; null: they are not. */
  readonly failing$: BehaviorSubject<string | null>;
  /** A write of replication's own, beside the rows; left out when replication stops. */
  write(task: () => Promise<unknown>): Promise<void>;
  /** Replication starts: its writes are retried until they succeed. */
  begin(): void;
  /** Replication stops: cancels pending retries and refuses later writes. */
  end(): void;
}

const unwritten: Written = { error: [] };

export function createStorageRetry(storage: AnyStorage): StorageRetry {
  const failing$ = new BehaviorSubject<string | null>(null);
  const retry = createRetryPolicy(backoff.disk);
  let running = new AbortController();
  running.abort();

  /** Undefined: replication stopped first. */
  async function retryOnFullDisk<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      return await retryUntilDone(retry, running.signal, async () => {
        try {
          const written = await write();
          if (failing$.value !== null) failing$.next(null);
          return done(written);
        } catch (error) {
          const failure = storageFailure(error);
          if (!failure) throw error;
          if (failing$.value !== failure.type) failing$.next(failure.type);
          return again;
        }
      });
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      throw error;
    }
  }

  return {
    failing$,
    write: async (task) => void (await retryOnFullDisk(task)),
    storage: adaptStorage(storage, (instance) => {
      const bulkWrite = instance.bulkWrite.bind(instance);
      instance.bulkWrite = async (rows, context) => {
        if (!context.startsWith("replication-")) return bulkWrite(rows, context);
        const { write: due, stale } = dropStaleWrites(rows, context);
        const written = (due.length > 0 && (await retryOnFullDisk(() => bulkWrite(due, context)))) || unwritten;
        return stale.length > 0 ? { ...written, error: [...written.error, ...stale] } : written;
      };
    }),
    begin() {
      running = new AbortController();
    },
    end() {
      running.abort();
      failing$.next(null);
    },
  };
}
