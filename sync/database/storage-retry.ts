// What replication writes on a disk that is full (or fails) waits for room. Handed to RxDB as an
// error it would be lost:
// the rows of that page are dropped while the next page moves the checkpoint past them, and a
// checkpoint that could not be written stops a collection until the page is loaded anew, as an
// error that nobody catches. A person's own write is not kept waiting: it fails at once, and is
// said where it was made. What a pull brings too late is not written at all.
import { BehaviorSubject } from "rxjs";
import { storageFailure } from "../transport/errors.ts";
import { again, backoff, Cancelled, createRetryPolicy, done, retryUntilDone } from "../transport/retry-policy.ts";
import { type AnyStorage, adaptStorage, type Written } from "./rxdb-storage.ts";
import { dropStaleWrites } from "./stale-writes.ts";

export interface PatientWrites {
  readonly storage: AnyStorage;
  /** What keeps replication's writes waiting; null: nothing does. */
  readonly held$: BehaviorSubject<string | null>;
  /** A write of replication's own, beside the rows; left out when replication stops. */
  write(task: () => Promise<unknown>): Promise<void>;
  /** Replication runs: its writes wait as long as it takes. */
  begin(): void;
  /** Replication stops: what waits is let go of, unwritten, and so is what comes after it. */
  end(): void;
}

const unwritten: Written = { error: [] };

export function patientWrites(storage: AnyStorage): PatientWrites {
  const held$ = new BehaviorSubject<string | null>(null);
  const retry = createRetryPolicy(backoff.disk);
  let running = new AbortController();
  running.abort();

  /** Undefined: replication stopped first. */
  async function retryOnFullDisk<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      return await retryUntilDone(retry, running.signal, async () => {
        try {
          const written = await write();
          if (held$.value !== null) held$.next(null);
          return done(written);
        } catch (error) {
          const failure = storageFailure(error);
          if (!failure) throw error;
          if (held$.value !== failure.type) held$.next(failure.type);
          return again;
        }
      });
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      throw error;
    }
  }

  return {
    held$,
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
      held$.next(null);
    },
  };
}
