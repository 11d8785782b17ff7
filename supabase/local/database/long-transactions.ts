// Detects transactions that are open for too long, because they delay pulls. Logged here; /health
// and the doctor report them.
import { type Log, messageOf } from "../common/log.ts";
import type { Database } from "./database.ts";

interface LongTransaction {
  seconds: number;
  since: string;
  pid: number | null;
  application: string;
  state: string;
}

const everyMs = 15_000;

/** @returns the oldest one; null without one or without this app's migrations */
async function longTransaction(database: Database): Promise<LongTransaction | null> {
  const [known] = await database.query<{ made: string | null }>(
    "select to_regprocedure('public.long_transaction()')::text as made",
  );
  if (!known?.made) return null;
  const [row] = await database.query<{ found: LongTransaction | null }>("select public.long_transaction() as found");
  return row?.found ?? null;
}

/** Logs each long transaction once. Returns a function that stops the watch. */
export function watchLongTransactions(database: Database, log: Log, intervalMs = everyMs): () => void {
  // PGlite has one connection: a transaction there delays no others.
  if (database.kind === "pglite") return () => undefined;
  let logged = "";
  const look = async (): Promise<void> => {
    const found = await longTransaction(database);
    const key = found ? `${found.pid} ${found.since}` : "";
    if (found && key !== logged) log("long_transaction", { ...found });
    logged = key;
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log("long_transaction_check_failed", { message: messageOf(error) }));
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
