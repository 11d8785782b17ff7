// GET /health: answers 200 while the database does, and names what slows replication down.
import { healthOf } from "../../functions/_shared/health.ts";
import type { Database } from "../database/database.ts";
import { longTransaction } from "../database/long-transactions.ts";
import { jsonResponse } from "../rest/errors.ts";

export async function healthResponse(database: Database): Promise<Response> {
  return jsonResponse(200, { ...healthOf(await longTransaction(database)) }, { "cache-control": "no-store" });
}
