// Who may use a connection now. A pool has several places, PGlite one.
// Nobody waits for ever: a request that gets no place in time is refused, and its caller asks
// again.
import { DatabaseUnavailable } from "./failures.ts";

const priorities = ["server", "person", "anonymous"] as const;
export type Priority = (typeof priorities)[number];

/**
 * Who has waited so long goes before who has just come: otherwise a few busy people would keep
 * anonymous callers out, and a flood of anonymous callers people.
 */
const urgentAfter = 1000;

/** Longer queues would only make people wait for a refusal. */
const maxWaiting = 500;

interface Waiting {
  since: number;
  start: () => void;
}

export class Turns {
  private free: number;
  private readonly queues: Readonly<Record<Priority, Set<Waiting>>>;
  constructor(places: number) {
    this.free = places;
    this.queues = { server: new Set(), person: new Set(), anonymous: new Set() };
  }

  /** Gives what ends the turn. It may be called more than once. */
  async take(priority: Priority, patience: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.wait(priority, patience, signal);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.next();
    };
  }

  private wait(priority: Priority, patience: number, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.queues[priority];
    if (priority !== "server" && queue.size >= maxWaiting)
      return Promise.reject(new DatabaseUnavailable("Too many requests wait for the database"));
    return new Promise((done, failed) => {
      const leave = (): void => {
        queue.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
      const waiting: Waiting = {
        since: performance.now(),
        start: () => {
          leave();
          done();
        },
      };
      const aborted = (): void => {
        leave();
        failed(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        failed(new DatabaseUnavailable("The database is busy"));
      }, patience);
      signal?.addEventListener("abort", aborted);
      queue.add(waiting);
    });
  }

  private next(): void {
    const first = priorities.flatMap((priority) => this.queues[priority].values().next().value ?? []);
    const urgent = performance.now() - urgentAfter;
    const chosen = first.find(({ since }) => since < urgent) ?? first[0];
    if (chosen) chosen.start();
    else this.free += 1;
  }
}
