// What replication writes on a disk that is full (or fails) waits for room. Handed to RxDB as an error it would be lost:
// the rows of that page are dropped while the next page moves the checkpoint past them, and a checkpoint that could not
// be written stops a collection until the page is loaded anew, as an error that nobody catches. A person's own write is
// not kept waiting: it fails at once, and is said where it was made.
import type { RxStorage } from "rxdb";
import { BehaviorSubject } from "rxjs";
import { storageFailure } from "./errors.ts";

export interface PatientWrites {
  readonly storage: RxStorage<unknown, unknown>;
  /** What keeps replication's writes waiting; null: nothing does. */
  readonly held$: BehaviorSubject<string | null>;
  /** Replication runs: its writes wait as long as it takes. */
  begin(): void;
  /** Replication stops: what waits is let go of, unwritten, and so is what comes after it. */
  end(): void;
}

interface Writing {
  bulkWrite(rows: object[], context: string): Promise<{ error: object[] }>;
}

const firstPauseMs = 1_000;
const longestPauseMs = 15_000;
const unwritten = { error: [] };

export function patientWrites(storage: RxStorage<unknown, unknown>): PatientWrites {
  const held$ = new BehaviorSubject<string | null>(null);
  let ended = true;
  const leave: (() => void)[] = [];
  const pause = (attempt: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, Math.min(firstPauseMs * 2 ** attempt, longestPauseMs));
      leave.push(() => {
        clearTimeout(timer);
        done();
      });
    });

  async function patiently(write: () => Promise<{ error: object[] }>): Promise<{ error: object[] }> {
    for (let attempt = 0; !ended; attempt++) {
      try {
        const written = await write();
        if (held$.value !== null) held$.next(null);
        return written;
      } catch (error) {
        const failure = storageFailure(error);
        if (!failure) throw error;
        if (held$.value !== failure.type) held$.next(failure.type);
        await pause(attempt);
      }
    }
    return unwritten;
  }

  return {
    held$,
    storage: {
      name: storage.name,
      rxdbVersion: storage.rxdbVersion,
      async createStorageInstance(params) {
        const instance = await storage.createStorageInstance(params as never);
        const own = instance as unknown as Writing;
        const write = own.bulkWrite.bind(own);
        own.bulkWrite = (rows, context) =>
          context.startsWith("replication-") ? patiently(() => write(rows, context)) : write(rows, context);
        return instance as never;
      },
    },
    begin() {
      ended = false;
    },
    end() {
      ended = true;
      for (const done of leave.splice(0)) done();
      held$.next(null);
    },
  };
}
