// A budget shared by all requests: bytes in memory, or concurrent calls. A request that exceeds the
// rest waits briefly, first in, first out, and is then rejected. Each caller is limited to a share,
// and a caller over it does not block others.
import { Refused } from "./refusal.ts";

export interface BudgetLimits {
  total: number;
  ofOne: number;
  waitMs: number;
}

interface Waiter {
  callers: readonly string[];
  amount: number;
  start: () => void;
}

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #message: string;
  #left: number;
  readonly #used = new Map<string, number>();
  /** Oldest first. */
  readonly #waiters = new Set<Waiter>();

  constructor(limits: BudgetLimits, message: string) {
    this.#limits = limits;
    this.#message = message;
    this.#left = limits.total;
  }

  /**
   * @param callers all are charged: a person and their address
   * @param signal ends the wait
   * @returns releases the amount (idempotent)
   * @throws Refused
   */
  async take(callers: readonly string[], amount: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const waiter: Waiter = { callers, amount, start: () => undefined };
    if (!this.#fits(waiter) || [...this.#waiters].some((each) => this.#hasShare(each)))
      await this.#wait(waiter, signal);
    else this.#add(waiter, 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#add(waiter, -1);
      this.#next();
    };
  }

  #hasShare({ callers, amount }: Waiter): boolean {
    return callers.every((caller) => (this.#used.get(caller) ?? 0) + amount <= this.#limits.ofOne);
  }

  #fits(waiter: Waiter): boolean {
    return waiter.amount <= this.#left && this.#hasShare(waiter);
  }

  #add({ callers, amount }: Waiter, sign: 1 | -1): void {
    this.#left -= sign * amount;
    for (const caller of callers) {
      const used = (this.#used.get(caller) ?? 0) + sign * amount;
      if (used > 0) this.#used.set(caller, used);
      else this.#used.delete(caller);
    }
  }

  #wait(waiter: Waiter, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((done, failed) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
      const gone = (error: unknown): void => {
        leave();
        failed(error);
        // Requests behind this one may be able to proceed now.
        this.#next();
      };
      const aborted = (): void => gone(signal?.reason);
      const timer = setTimeout(
        () => gone(new Refused(503, "busy", this.#message, { "retry-after": "2" })),
        this.#limits.waitMs,
      );
      waiter.start = () => {
        leave();
        done();
      };
      signal?.addEventListener("abort", aborted);
      this.#waiters.add(waiter);
    });
  }

  #next(): void {
    for (const waiter of this.#waiters) {
      if (!this.#hasShare(waiter)) continue;
      // Strict order, because smaller requests could starve a large one.
      if (waiter.amount > this.#left) return;
      this.#add(waiter, 1);
      waiter.start();
    }
  }
}
