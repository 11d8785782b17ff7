// The pauses between tries: they grow, and end at once when something says that the network is
// back.
import { Subject } from "rxjs";

const backoff = { firstMs: 1_000, maxMs: 60_000 } as const;

export class Cancelled extends Error {
  override name = "Cancelled";
}

export interface RetryDelay {
  readonly wake$: Subject<void>;
  /** Repeat waiting calls now: network is back, tab became visible, person pressed Sync now. */
  wake(): void;
  /**
   * Waits before try number `attempt` (from 0), or until woken; never less than the server asked
   * for. Throws `Cancelled` on abort.
   */
  pause(attempt: number, signal: AbortSignal, atLeastMs?: number): Promise<void>;
}

export function createRetryDelay(): RetryDelay {
  const wake$ = new Subject<void>();
  return {
    wake$,
    wake: () => wake$.next(),
    pause(attempt, signal, atLeastMs = 0) {
      const grown = Math.min(backoff.firstMs * 2 ** attempt, backoff.maxMs);
      // Full jitter in the upper half: after an outage the devices do not all come back at once.
      const ms = Math.max(grown / 2 + Math.random() * (grown / 2), atLeastMs);
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer);
          woken.unsubscribe();
          signal.removeEventListener("abort", abort);
          resolve();
        };
        const abort = () => {
          clearTimeout(timer);
          woken.unsubscribe();
          reject(new Cancelled());
        };
        let timer = setTimeout(done, ms);
        const began = performance.now();
        // What the server asked for is kept; of our own growing pause nothing is left once the
        // network is back.
        const woken = wake$.subscribe(() => {
          clearTimeout(timer);
          timer = setTimeout(done, Math.max(0, atLeastMs - (performance.now() - began)));
        });
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
