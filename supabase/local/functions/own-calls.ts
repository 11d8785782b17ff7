// Requests of functions to this server. They arrive from this machine, but count for the function's
// caller; otherwise a few callers could use up all connections and queue places of the database.
import { Budget, type BudgetLimits } from "../common/budget.ts";

export const ownCallLimits: BudgetLimits = { total: 64, ofOne: 16, waitMs: 5000 };

/** @returns the `fetch` of a function called from this address */
export function boundOwnCalls(limits: BudgetLimits): (caller: string) => typeof fetch {
  const budget = new Budget(limits, "The server is busy with other calls of functions");
  return (caller) => async (input, init) => {
    // A file is streamed at the speed of the sender, on a connection that counts for the sender.
    if (init?.body instanceof ReadableStream) return fetch(input, init);
    const free = await budget.take([caller], 1, init?.signal ?? undefined);
    try {
      // Held until the answer begins: its bytes are sent at the caller's speed.
      return await fetch(input, init);
    } finally {
      free();
    }
  };
}
