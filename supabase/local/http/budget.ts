// A budget that all requests share: bytes in memory, or calls under way. Who asks for more than is
// left waits for a short time, in the order of arrival, and is refused then. No caller may take
// more than a share, and who has used theirs up holds up nobody else.
import { Refused } from "./refusal.ts";

export interface BudgetLimits {
  total: number;
  /** The share of one caller. */
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

  /** @param message of the refusal */
  constructor(limits: BudgetLimits, message: string) {
    this.#limits = limits;
    this.#message = message;
    this.#left = limits.total;
  }

  /**
   * @param callers counted each: a person and their address
   * @param signal ends the wait
   * @returns gives it back. It may be called more than once.
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
        // Those behind may have waited for this one alone.
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
      // A large one would wait for ever if smaller ones went before it.
      if (waiter.amount > this.#left) return;
      this.#add(waiter, 1);
      waiter.start();
    }
  }
}
