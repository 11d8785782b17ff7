// A budget shared by all requests: bytes or concurrent calls. A request that exceeds the rest waits
// briefly, first in, first out. A caller over their share does not block others.
import { Rejected } from "./rejection.ts";
import { waitForTurn } from "./turn.ts";

export interface BudgetLimits {
  total: number;
  ofOne: number;
  waitMs: number;
}

interface Share {
  callers: readonly string[];
  amount: number;
}
interface Waiter extends Share {
  start: () => void;
}

export class Budget {
  readonly #limits: BudgetLimits;
  readonly #message: string;
  #left: number;
  readonly #used = new Map<string, number>();
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
   * @throws Rejected
   */
  async take(callers: readonly string[], amount: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    return this.takeNow(callers, amount) ?? this.#wait({ callers, amount, start: () => undefined }, signal);
  }

  /** Like `take`; undefined instead of waiting. */
  takeNow(callers: readonly string[], amount: number): (() => void) | undefined {
    const share = { callers, amount };
    if (amount > this.#left || !this.#hasShare(share) || [...this.#waiters].some((each) => this.#hasShare(each)))
      return undefined;
    this.#add(share, 1);
    return this.#releaseOf(share);
  }

  #releaseOf(share: Share): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#add(share, -1);
      this.#next();
    };
  }

  #hasShare({ callers, amount }: Share): boolean {
    return callers.every((caller) => (this.#used.get(caller) ?? 0) + amount <= this.#limits.ofOne);
  }

  #add({ callers, amount }: Share, sign: 1 | -1): void {
    this.#left -= sign * amount;
    for (const caller of callers) {
      const used = (this.#used.get(caller) ?? 0) + sign * amount;
      if (used > 0) this.#used.set(caller, used);
      else this.#used.delete(caller);
    }
  }

  async #wait(waiter: Waiter, signal: AbortSignal | undefined): Promise<() => void> {
    const enter = (start: () => void) => {
      waiter.start = start;
      this.#waiters.add(waiter);
      return () => this.#waiters.delete(waiter);
    };
    const busy = () => new Rejected(503, "busy", this.#message, { "retry-after": "2" });
    try {
      await waitForTurn(enter, this.#limits.waitMs, busy, signal);
    } catch (error) {
      // Requests behind this one may be able to proceed now.
      this.#next();
      throw error;
    }
    return this.#releaseOf(waiter);
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
