// Every retry of the server side, and who owns it:
// - A lost connection to PostgreSQL: `reconnectDelayMs` below (database/postgres-listen.ts).
// - A delivery that failed: the database, see functions/_shared/deliveries.ts.
// - A request that failed: the client. The server never repeats one, it answers 503 or 429 with
//   Retry-After (rest/errors.ts).

const firstMs = 100;
const maxMs = 5000;

/** @param attempt from 1 */
export const reconnectDelayMs = (attempt: number): number => Math.min(firstMs * 2 ** (attempt - 1), maxMs);
