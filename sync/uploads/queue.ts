// A job queue: runs jobs one after another in the leader, again whenever the list changes or the
// network is back. Knows nothing about the jobs.
import { liveQuery } from "dexie";
import { isClosed } from "../database/device-db.ts";
import { storageFailure } from "../transport/errors.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import { backoff, Cancelled, pauseMs, retryUntilDone } from "../transport/retry-policy.ts";
import { type Transport, triedOf } from "../transport/rpc.ts";

export interface Queue {
  kick(): void;
  stop(): void;
}

interface Work<T> {
  /** The queued jobs; a change in any tab starts the queue. */
  load: () => Promise<readonly T[]>;
  /**
   * Identifies a job. A new key means a new job, which skips the current delay; at the start all
   * are new.
   */
  keyOf: (item: T) => string;
  /** Returns when it is done, refused, or no longer wanted. */
  each: (item: T, signal: AbortSignal) => Promise<void>;
}

export function startQueue<T>(transport: Transport, { load, keyOf, each }: Work<T>): Queue {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = false;
  let again = false;
  let diskFailures = 0;
  let later: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again && !signal.aborted) {
        again = false;
        for (const item of await load()) {
          if (!signal.aborted) await each(item, signal);
        }
      }
      diskFailures = 0;
    } catch (error) {
      if (error instanceof Cancelled || isClosed(error) || signal.aborted) return;
      if (storageFailure(error) === null) throw error;
      clearTimeout(later);
      later = setTimeout(() => void run(), pauseMs(backoff.disk, diskFailures++));
    } finally {
      running = false;
    }
  }

  let known: ReadonlySet<string> = new Set();
  const changes = liveQuery(load).subscribe((items) => {
    const keys = items.map(keyOf);
    // A new job was added: tries again now instead of after the delay.
    if (keys.some((key) => !known.has(key))) transport.wake();
    known = new Set(keys);
    void run();
  });
  const woken = transport.wake$.subscribe(() => void run());
  return {
    kick: () => void run(),
    stop() {
      stopping.abort();
      clearTimeout(later);
      changes.unsubscribe();
      woken.unsubscribe();
    },
  };
}

/**
 * Tries until there is an answer that stays. The pauses grow while nothing moves: a line that
 * carries a piece of a large file each time is a good line.
 * @param attempt is given what to call with the bytes that the server has
 * @returns the code of the server's no; null: it took it
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
    // That there is no token says nothing of the network.
    if (sent.ok || sent.error.type !== "unauthorized") transport.seen(sent.ok ? null : sent.error);
    return { ...triedOf(sent), progressed };
  });
  return answer.ok ? null : answer.error.code || String(answer.error.status);
}
