// Measures the speed of answers and sizes the next ones to take a few seconds: on a slow connection
// a large answer would often be lost as a whole.
import { BehaviorSubject } from "rxjs";

const kB = 1024;
/** Maximum bytes of rows per answer. `most` is the server's limit (`sync_pull`). */
const answerBytes = { first: 32 * kB, least: 4 * kB, most: 4 * 1024 * kB } as const;
/** Maximum change of the size per answer, since a single measurement can be wrong. */
const maxFactor = 8;

/** Time limits of calls, in ms. Tests divide them, and multiply the speed. */
export interface CallTiming {
  /** Maximum silence before the first byte of an answer and between bytes. */
  silenceMs: number;
  /** Maximum duration of an answer, since a portal may send bytes without end. */
  longestMs: number;
  /** Target time of an answer. A call of half that time means a slow connection. */
  aimMs: number;
  /** Minimum upload speed. */
  charactersPerMs: number;
  /** A faster connection is not slow. */
  quickBytesPerMs: number;
}

export const callTiming: CallTiming = {
  silenceMs: 30_000,
  longestMs: 900_000,
  aimMs: 4_000,
  charactersPerMs: 2,
  quickBytesPerMs: 20,
};

/** A running call. */
interface PacedCall {
  received(bytes: number): void;
  /** `cut`: the answer is missing or incomplete. */
  end(how: "answered" | "cut"): void;
}

export interface Pace {
  readonly timing: CallTiming;
  /** Maximum bytes to request per answer. */
  readonly bytes: number;
  /** True if a call takes long, or the last answer was slow. */
  readonly slow$: BehaviorSubject<boolean>;
  /** Bytes received since this tab was opened. */
  readonly received$: BehaviorSubject<number>;
  begin(): PacedCall;
  /** Reduces the request size after a timeout of the server. */
  shrink(): void;
}

export function createPace(timing: CallTiming = callTiming): Pace {
  const slow$ = new BehaviorSubject(false);
  const received$ = new BehaviorSubject(0);
  let bytes: number = answerBytes.first;
  const setBytes = (wanted: number) => {
    const near = Math.min(Math.max(wanted, bytes / maxFactor), bytes * maxFactor);
    bytes = Math.round(Math.min(Math.max(near, answerBytes.least), answerBytes.most));
  };
  const setSlow = (slow: boolean) => {
    if (slow$.value !== slow) slow$.next(slow);
  };
  return {
    timing,
    slow$,
    received$,
    get bytes() {
      return bytes;
    },
    shrink: () => setBytes(bytes / 2),
    begin() {
      const startedAt = performance.now();
      let received = 0;
      const late = setTimeout(() => setSlow(true), timing.aimMs / 2);
      return {
        received(more) {
          received += more;
          received$.next(received$.value + more);
        },
        end(how) {
          clearTimeout(late);
          if (how === "cut") {
            if (received > 0) setBytes(Math.min(bytes / 2, received));
            return;
          }
          const tookMs = Math.max(1, performance.now() - startedAt);
          const rate = received / tookMs;
          if (rate >= timing.quickBytesPerMs || tookMs < timing.aimMs / 8) setSlow(false);
          // Short answers measure latency, not bandwidth.
          if (received >= bytes / 2 || tookMs > timing.aimMs) setBytes(rate * timing.aimMs);
        },
      };
    },
  };
}
