// Retries of the server side and their owners:
// - A lost PostgreSQL connection: `reconnectDelayMs` below (database/postgres-listen.ts).
// - A failed delivery: the database (functions/_shared/deliveries.ts).
// - A failed request: the client. The server answers 503 or 429 with Retry-After and never
//   retries (database-errors.ts).

const firstMs = 100;
const maxMs = 5000;

/** @param attempt from 1 */
export const reconnectDelayMs = (attempt: number): number => Math.min(firstMs * 2 ** (attempt - 1), maxMs);
