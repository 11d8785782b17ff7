// Queues requests for database connections: a pool has several, PGlite one. A request without a
// connection at its timeout is rejected, and its client retries.
import { waitForTurn } from "../common/turn.ts";
import { DatabaseUnavailable } from "./failures.ts";

const priorities = ["server", "person", "anonymous"] as const;
export type Priority = (typeof priorities)[number];

/** After this wait a request precedes others; busy users would starve anonymous callers. */
const urgentAfterMs = 1000;

/** A longer queue would only delay the rejection. */
const maxWaiters = 500;

interface Waiter {
  since: number;
  start: () => void;
}

export class ConnectionQueue {
  private free: number;
  private readonly queues: Readonly<Record<Priority, Set<Waiter>>>;
  constructor(connections: number) {
    this.free = connections;
    this.queues = { server: new Set(), person: new Set(), anonymous: new Set() };
  }

  /** Resolves with a function that releases the connection (idempotent). */
  async take(priority: Priority, timeoutMs: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.wait(priority, timeoutMs, signal);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.next();
    };
  }

  private wait(priority: Priority, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.queues[priority];
    if (priority !== "server" && queue.size >= maxWaiters)
      return Promise.reject(new DatabaseUnavailable("Too many requests wait for the database"));
    const enter = (start: () => void) => {
      const waiter: Waiter = { since: performance.now(), start };
      queue.add(waiter);
      return () => queue.delete(waiter);
    };
    return waitForTurn(enter, timeoutMs, () => new DatabaseUnavailable("The database is busy"), signal);
  }

  private next(): void {
    const first = priorities.flatMap((priority) => this.queues[priority].values().next().value ?? []);
    const urgentBefore = performance.now() - urgentAfterMs;
    const chosen = first.find(({ since }) => since < urgentBefore) ?? first[0];
    if (chosen) chosen.start();
    else this.free += 1;
  }
}
