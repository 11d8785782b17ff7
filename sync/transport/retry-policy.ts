// The retry policy: delays, events that end them early, and the retry loop. The only file with
// backoff times.
import { combineLatest, firstValueFrom, fromEvent, map, merge, type Observable, of, race, Subject, timer } from "rxjs";

interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Random share of the pause, so that devices do not all retry at once. */
  readonly jitter: number;
}

export const backoff = {
  /** The server does not answer or is overloaded. */
  network: { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 },
  /** The disk is full or fails. Notices free space within 15 s, including the write. */
  disk: { firstMs: 1_000, maxMs: 5_000, jitter: 0 },
  /** Code that could not be loaded, or a closed channel: no event announces when to retry. */
  steady: { firstMs: 5_000, maxMs: 5_000, jitter: 0 },
} as const satisfies Record<string, Backoff>;

/** Returns the pause before try number `attempt`; 0 is the first repetition. */
export function pauseMs({ firstMs, maxMs, jitter }: Backoff, attempt = 0): number {
  const grown = Math.min(firstMs * 2 ** attempt, maxMs);
  return grown * (1 - jitter * Math.random());
}

/** Varies a repeated pause by up to a fifth, so that devices that started together spread out. */
export const spreadMs = (ms: number): number => ms * (0.8 + 0.4 * Math.random());

/** The caller aborted. */
export class Cancelled extends Error {
  override name = "Cancelled";
}

export interface RetryPolicy {
  readonly wake$: Observable<void>;
  /** Ends all pauses: the network is back, the tab is visible, or "Sync now" was pressed. */
  wake(): void;
  /** Waits before try `attempt` (from 0) until woken, at least `atLeastMs`. Throws `Cancelled`. */
  pause(attempt: number, signal: AbortSignal, atLeastMs?: number): Promise<void>;
}

const abortOf = (signal: AbortSignal): Observable<never> =>
  merge(signal.aborted ? of(null) : fromEvent(signal, "abort")).pipe(
    map(() => {
      throw new Cancelled();
    }),
  );

export function createRetryPolicy(kind: Backoff = backoff.network): RetryPolicy {
  const wake$ = new Subject<void>();
  return {
    wake$,
    wake: () => wake$.next(),
    pause(attempt, signal, atLeastMs = 0) {
      const over$ = timer(Math.max(pauseMs(kind, attempt), atLeastMs));
      // Waking ends the delay, but not before the server's Retry-After.
      const woken$ = atLeastMs > 0 ? combineLatest([wake$, timer(atLeastMs)]) : wake$;
      return firstValueFrom(race<unknown[]>(abortOf(signal), over$, woken$)).then(() => undefined);
    },
  };
}

/** The outcome of a try: its result, or that it must be repeated. */
export type Tried<T> =
  | { readonly done: true; readonly value: T }
  | {
      readonly done: false;
      /** Minimum delay: the server's Retry-After. */
      readonly afterMs?: number | undefined;
      /** The attempt made progress: delays start over. */
      readonly progressed?: boolean;
    };

export const done = <T>(value: T): Tried<T> => ({ done: true, value });
export const again: Tried<never> = { done: false };

/**
 * Repeats `attempt` with growing pauses until it is done. Rejects with `Cancelled` on abort.
 * @param failed failures in a row; calls that share it continue one series of pauses
 */
export async function retryUntilDone<T>(
  policy: Pick<RetryPolicy, "pause">,
  signal: AbortSignal,
  attempt: () => Promise<Tried<T>>,
  failed = { times: 0 },
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw new Cancelled();
    const tried = await attempt();
    if (tried.done || tried.progressed) failed.times = 0;
    if (tried.done) return tried.value;
    await policy.pause(failed.times++, signal, tried.afterMs);
  }
}
