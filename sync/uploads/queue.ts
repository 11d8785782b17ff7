// Runs jobs one after another in the leader, and again when the list changes or the network
// returns. Independent of the kind of job.
import { liveQuery } from "dexie";
import { reportUnexpected } from "../database/device-db.ts";
import { storageFailure } from "../transport/errors.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import { backoff, Cancelled, pauseMs, retryUntilDone } from "../transport/retry-policy.ts";
import { type Transport, triedOf } from "../transport/rpc.ts";

export interface Queue {
  kick(): void;
  stop(): void;
}

interface Work<T> {
  /** Observed: a change in any tab starts the queue. */
  load: () => Promise<readonly T[]>;
  /** Identifies a job. A new key is a new job, which skips the delay. At the start all are new. */
  keyOf: (item: T) => string;
  /** Resolves when the job is done, rejected or discarded. */
  each: (item: T, signal: AbortSignal) => Promise<void>;
}

export function startQueue<T>(transport: Transport, { load, keyOf, each }: Work<T>): Queue {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = false;
  let again = false;
  let failures = 0;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** Keys of jobs that failed unexpectedly, which are skipped until the pause ends. */
  const resting = new Set<string>();

  async function run(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    let pause = 0;
    const failed = (error: unknown) => {
      if (error instanceof Cancelled || signal.aborted) return;
      reportUnexpected(error);
      const kind = storageFailure(error) === null ? backoff.network : backoff.disk;
      pause = Math.max(pause, pauseMs(kind, failures));
    };
    while (again && !signal.aborted) {
      again = false;
      const items = await load().catch(failed);
      for (const item of items ?? []) {
        const key = keyOf(item);
        if (signal.aborted || resting.has(key)) continue;
        await each(item, signal).catch((error: unknown) => {
          resting.add(key);
          failed(error);
        });
      }
    }
    running = false;
    if (pause > 0) {
      failures += 1;
      clearTimeout(later);
      later = setTimeout(retry, pause);
    } else if (resting.size === 0) failures = 0;
  }

  function retry(): void {
    resting.clear();
    if (!signal.aborted) void run();
  }

  let known: ReadonlySet<string> = new Set();
  const changes = liveQuery(load).subscribe({
    next: (items) => {
      const keys = items.map(keyOf);
      // A new job skips the delay.
      if (keys.some((key) => !known.has(key))) transport.wake();
      known = new Set(keys);
      void run();
    },
    // `run` reads the list too, and retries.
    error: () => void run(),
  });
  const woken = transport.wake$.subscribe(retry);
  return {
    kick: retry,
    stop() {
      stopping.abort();
      clearTimeout(later);
      changes.unsubscribe();
      woken.unsubscribe();
    },
  };
}

/**
 * Repeats a transfer until it is answered or rejected. The pauses grow only without progress: a
 * connection that transfers a part each time is good.
 * @param attempt calls back with the bytes that the server has
 * @returns the code of the rejection; null if accepted
 */
export async function untilAnswered(
  transport: Transport,
  signal: AbortSignal,
  attempt: (onArrived: (bytes: number) => void) => Promise<Result<void, CallFailure>>,
): Promise<string | null> {
  let arrived = 0;
  const answer = await retryUntilDone(transport, signal, async () => {
    let progressed = false;
    const sent = await attempt((bytes) => {
      progressed ||= bytes > arrived;
      arrived = bytes;
    });
    // A missing token does not indicate the network's state.
    if (sent.ok || sent.error.type !== "unauthorized") transport.seen(sent.ok ? null : sent.error);
    return { ...triedOf(sent), progressed };
  });
  return answer.ok ? null : answer.error.code || String(answer.error.status);
}
