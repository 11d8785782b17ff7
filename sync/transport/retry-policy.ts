// The one retry policy: how long to wait before the next try, what ends the wait early, and the
// loop around it. Changing the backoff means changing this file and no other.
import { combineLatest, firstValueFrom, fromEvent, map, merge, type Observable, of, race, Subject, timer } from "rxjs";

interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** The part of the pause that is left to chance: devices must not all come back at once. */
  readonly jitter: number;
}

export const backoff = {
  /** The server does not answer, or asks to be left alone. */
  network: { firstMs: 1_000, maxMs: 60_000, jitter: 0.5 },
  /** The disk is full or fails. Room is found again within 15 s, the writing included. */
  disk: { firstMs: 1_000, maxMs: 5_000, jitter: 0 },
  /** Code that could not be loaded, a closed channel: no event says when to retry. */
  steady: { firstMs: 5_000, maxMs: 5_000, jitter: 0 },
} as const satisfies Record<string, Backoff>;

/** The pause before try number `attempt`, from 0 for the first repetition. */
export function pauseMs({ firstMs, maxMs, jitter }: Backoff, attempt = 0): number {
  const grown = Math.min(firstMs * 2 ** attempt, maxMs);
  return grown * (1 - jitter * Math.random());
}

/**
 * A pause that comes again and again, by chance up to a fifth longer or shorter: devices that came
 * together must not stay together.
 */
export const spreadMs = (ms: number): number => ms * (0.8 + 0.4 * Math.random());

/** The caller aborted. */
export class Cancelled extends Error {
  override name = "Cancelled";
}

export interface RetryPolicy {
  readonly wake$: Observable<void>;
  /** Ends all pauses now: network is back, tab became visible, person pressed Sync now. */
  wake(): void;
  /**
   * Delays try number `attempt` (from 0) until woken, and at least as long as the server asked for.
   * Rejects with `Cancelled` on abort.
   */
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

/** What a try came to: its result, or that it must be repeated. */
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

/** Repeats `attempt` with growing pauses until it is done. Rejects with `Cancelled` on abort. */
export async function retryUntilDone<T>(
  policy: Pick<RetryPolicy, "pause">,
  signal: AbortSignal,
  attempt: () => Promise<Tried<T>>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    if (signal.aborted) throw new Cancelled();
    const tried = await attempt();
    if (tried.done) return tried.value;
    if (tried.progressed) tries = 0;
    await policy.pause(tries, signal, tried.afterMs);
  }
}
