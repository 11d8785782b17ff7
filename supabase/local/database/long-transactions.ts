// Logs transactions that are open for long, because they delay pulls.
import { type Log, logged } from "../common/log.ts";
import { repeat } from "../common/repeat.ts";
import { type Database, hasFunction } from "./database.ts";

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
  if (!(await hasFunction(database, "public.long_transaction()"))) return null;
  const [row] = await database.query<{ found: LongTransaction | null }>("select public.long_transaction() as found");
  return row?.found ?? null;
}

/** Logs each long transaction once. Returns a function that stops the watch. */
export function watchLongTransactions(database: Database, log: Log, intervalMs = everyMs): () => unknown {
  // PGlite has one connection: a transaction there delays no others.
  if (database.kind === "pglite") return () => undefined;
  let known = "";
  const look = async (): Promise<void> => {
    const found = await longTransaction(database);
    const key = found ? `${found.pid} ${found.since}` : "";
    if (found && key !== known) log("long_transaction", { ...found });
    known = key;
  };
  return repeat(intervalMs, look, logged(log, "long_transaction_check_failed")).stop;
}
