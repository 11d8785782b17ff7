// The answer of the function `health` and of the embedded server's /health. 200 while the database
// answers: a transaction that delays replication is a problem, but no outage.

import * as v from "valibot";

export interface Health {
  status: "ok" | "degraded";
  problem?: string;
  schedule?: string;
}

const factsSchema = v.object({
  transaction: v.nullable(v.looseObject({ seconds: v.number() })),
  failing: v.array(v.string()),
});

/** @param found the result of public.server_health; null when the database lacks it */
export function healthOf(found: unknown): Health {
  if (found === null) return { status: "ok" };
  const { transaction, failing } = v.parse(factsSchema, found);
  if (transaction === null && failing.length === 0) return { status: "ok" };
  const health: Health = { status: "degraded" };
  if (transaction !== null)
    health.problem = `A transaction has been open for ${transaction.seconds} s. Devices receive nothing that was written since it began.`;
  if (failing.length > 0) health.schedule = `Scheduled jobs fail: ${failing.join(", ")}.`;
  return health;
}
