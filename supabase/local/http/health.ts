// GET /health: answers 200 while the database does, and reports what delays replication.
import { healthOf } from "../../functions/_shared/health.ts";
import { jsonResponse } from "../common/database-errors.ts";
import { type Database, hasFunction } from "../database/database.ts";

async function factsOf(database: Database): Promise<unknown> {
  if (!(await hasFunction(database, "public.server_health()"))) return null;
  const [row] = await database.query<{ facts: unknown }>("select public.server_health() as facts");
  return row?.facts;
}

/** Concurrent calls share one query, because the endpoint is public and unlimited. */
export function createHealth(database: Database): () => Promise<Response> {
  let asked: Promise<object> | undefined;
  const ask = (): Promise<object> =>
    factsOf(database)
      .then(healthOf)
      .finally(() => {
        asked = undefined;
      });
  return async () => {
    asked ??= ask();
    return jsonResponse(200, { ...(await asked) }, { "cache-control": "no-store" });
  };
}
