// Requests of functions to this server itself. They come from this machine, whoever called the
// function: here they count for the caller, or some callers could take every connection and place
// in the queue of the database in the name of the server.
import { Budget, type BudgetLimits } from "../http/budget.ts";

export const ownCallLimits: BudgetLimits = { total: 64, ofOne: 16, waitMs: 5000 };

/** @returns the `fetch` of a function that this address has called */
export function boundOwnCalls(limits: BudgetLimits): (caller: string) => typeof fetch {
  const budget = new Budget(limits, "The server is busy with other calls of functions");
  return (caller) => async (input, init) => {
    // A file goes out at the speed of whoever sends it, on a connection of theirs that counts.
    if (init?.body instanceof ReadableStream) return fetch(input, init);
    const free = await budget.take([caller], 1, init?.signal ?? undefined);
    try {
      // Until it answers: the bytes of an answer go out at the caller's own speed.
      return await fetch(input, init);
    } finally {
      free();
    }
  };
}
