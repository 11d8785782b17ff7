// One push at a time, parents first: a report must not reach the server before the application that
// it belongs to.
// Without the short gathering pause a child's batch that happens to be ready first would overtake
// its parent's. What is left of the same collection has gathered already: it follows at once.

const gatherMs = 25;

interface Waiting {
  rank: number;
  start: () => void;
}

export class PushQueue {
  #busy = false;
  #gathering: ReturnType<typeof setTimeout> | null = null;
  readonly #waiting: Waiting[] = [];

  /** Runs `task` when no other task runs and none of a lower rank is queued. */
  async run<T>(rank: number, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ rank, start });
      this.#schedule();
    });
    try {
      return await task();
    } finally {
      this.#busy = false;
      if (Math.min(...this.#waiting.map((w) => w.rank)) === rank) this.#startNext();
      else this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#busy || this.#gathering !== null || this.#waiting.length === 0) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      if (!this.#busy) this.#startNext();
    }, gatherMs);
  }

  #startNext(): void {
    let best = 0;
    this.#waiting.forEach((w, i) => {
      if (w.rank < (this.#waiting[best]?.rank ?? 0)) best = i;
    });
    const next = this.#waiting.splice(best, 1)[0];
    if (next) {
      this.#busy = true;
      next.start();
    }
  }
}
