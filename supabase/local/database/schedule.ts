// Runs the scheduled jobs once a minute (on Supabase pg_cron does), and removes old messages.
import { type Log, messageOf } from "../log.ts";
import type { Database } from "./database.ts";

/** An arbitrary advisory lock: of several processes on one database, one runs the jobs. */
const lockKey = 7_310_244;

export async function runScheduledJobs(database: Database): Promise<void> {
  await database.transaction(async (session) => {
    const [lock] = await session.query<{ taken: boolean }>("select pg_try_advisory_xact_lock($1::bigint) as taken", [
      lockKey,
    ]);
    if (!lock?.taken) return;
    const [due] = await session.query<{ made: string | null }>(
      "select to_regprocedure('private.run_scheduled_jobs()')::text as made",
    );
    if (due?.made) await session.query("select private.run_scheduled_jobs()");
  });
  await database.query(
    "delete from realtime.messages where inserted_at < (now() at time zone current_setting('timezone')) - interval '1 hour'",
  );
  await database.query("delete from auth.audit_log_entries where created_at < now() - interval '30 days'");
}

export function everyMinute(database: Database, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = running
      .then(() => runScheduledJobs(database))
      .catch((error: unknown) => log("scheduled_jobs_failed", { message: messageOf(error) }));
  };
  run();
  const timer = setInterval(run, 60_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
