// Runs the scheduled jobs once a minute (pg_cron on Supabase), and removes old messages.
import { type Log, messageOf } from "../common/log.ts";
import type { Database, Session } from "./database.ts";

/**
 * Equals `call private.run_scheduled_jobs()` with one statement per item, so that PGlite, which has
 * one connection, can serve requests in between.
 */
export async function runScheduledJobs(session: Session): Promise<void> {
  const [made] = await session.query<{ made: string | null }>(
    "select to_regprocedure('private.jobs_in_turn()')::text as made",
  );
  if (!made?.made) return;
  const jobs = await session.query<{ job: string }>("select unnest(private.jobs_in_turn()) as job");
  for (const { job } of jobs) {
    const items = await session.query<{ item: string }>("select unnest(private.begin_job($1)) as item", [job]);
    for (const { item } of items) await session.query("select private.run_item($1, $2)", [job, item]);
    await session.query("select private.end_job($1)", [job]);
  }
}

async function removeOldMessages(session: Session): Promise<void> {
  await session.query(
    "delete from realtime.messages where inserted_at < (now() at time zone current_setting('timezone')) - interval '1 hour'",
  );
  await session.query("delete from auth.audit_log_entries where created_at < now() - interval '30 days'");
}

export function everyMinute(database: Database, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = (): void => {
    running = running
      .then(() => runScheduledJobs(database))
      .then(() => removeOldMessages(database))
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
