// GET /health: answers 200 while the database does, and names what slows replication down.
import { healthOf } from "../../functions/_shared/health.ts";
import type { Database } from "../database/database.ts";
import { longTransaction } from "../database/long-transactions.ts";
import { jsonResponse } from "../rest/errors.ts";

/**
 * Whoever asks while the database is being asked gets the same answer: anybody may ask, and as
 * often as they like.
 * @returns what answers /health
 */
export function createHealth(database: Database): () => Promise<Response> {
  let asked: Promise<object> | undefined;
  const ask = (): Promise<object> =>
    longTransaction(database)
      .then(healthOf)
      .finally(() => {
        asked = undefined;
      });
  return async () => {
    asked ??= ask();
    return jsonResponse(200, { ...(await asked) }, { "cache-control": "no-store" });
  };
}
