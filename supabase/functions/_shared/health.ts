// What the function `health` and the embedded server's /health answer. 200 while the database
// answers: a transaction that holds replication back is a problem to look at, not an outage.

export interface Health {
  status: "ok" | "degraded";
  problem?: string;
}

/** @param found the answer of public.long_transaction; null: no transaction is open too long */
export function healthOf(found: unknown): Health {
  if (typeof found !== "object" || found === null || !("seconds" in found)) return { status: "ok" };
  return {
    status: "degraded",
    problem: `A transaction has been open for ${String(found.seconds)} s. Devices receive nothing that was written since it began.`,
  };
}
