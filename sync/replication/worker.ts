// A loop with one run at a time. Events wake it, and failed runs are repeated after growing pauses.
import { BehaviorSubject } from "rxjs";
import { backoff, Cancelled, pauseMs } from "../transport/retry-policy.ts";

export interface Worker {
  readonly active$: BehaviorSubject<boolean>;
  /** Starts a run soon, or another one after the current run. */
  wake(): void;
  /** True if it was woken since the current run began. */
  isWoken(): boolean;
  /** Cancels the next run. The signal ends the current one. */
  stop(): void;
}

export interface WorkerOptions {
  signal: AbortSignal;
  /**
   * One run. `idle`: no work is left; `more`: run again now; `later`: the rest must wait for
   * something else, so run again after a pause.
   */
  run(): Promise<"idle" | "more" | "later">;
  /** Reports a bug. The run is repeated after a pause. */
  failed(error: unknown): void;
  /** Called for the first run without a bug after one with it. */
  recovered(): void;
  /** Delay after an event, so that one run handles events that belong together. */
  gatherMs?: number;
}

export function createWorker({ signal, run, failed, recovered, gatherMs = 5 }: WorkerOptions): Worker {
  const active$ = new BehaviorSubject(false);
  let running: Promise<void> | null = null;
  let woken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let hasFailed = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running ??= loop().finally(() => {
        running = null;
        if (woken) schedule(gatherMs);
      });
    }, ms);
  }

  async function loop(): Promise<void> {
    active$.next(true);
    try {
      for (;;) {
        woken = false;
        const left = await run();
        if (hasFailed) recovered();
        hasFailed = false;
        if (signal.aborted) return;
        if (left !== "later") tries = 0;
        if (left === "idle" && !woken) return;
        if (left !== "later" || woken) continue;
        return schedule(pauseMs(backoff.network, tries++));
      }
    } catch (error) {
      if (signal.aborted || error instanceof Cancelled) return;
      hasFailed = true;
      failed(error);
      schedule(pauseMs(backoff.network, tries++));
    } finally {
      active$.next(false);
    }
  }

  return {
    active$,
    wake() {
      woken = true;
      if (!running) schedule(gatherMs);
    },
    isWoken: () => woken,
    stop: () => clearTimeout(timer),
  };
}
