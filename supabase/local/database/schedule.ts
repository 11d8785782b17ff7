// Runs the scheduled jobs once a minute (pg_cron on Supabase), and removes old messages.
import { type Log, logged } from "../common/log.ts";
import { repeat } from "../common/repeat.ts";
import { type Database, hasFunction, type Session } from "./database.ts";

/** `call private.run_scheduled_jobs()` in steps: PGlite serves requests in between. */
export async function runScheduledJobs(session: Session): Promise<void> {
  if (!(await hasFunction(session, "private.jobs_in_turn()"))) return;
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
  const work = async (): Promise<void> => {
    await runScheduledJobs(database);
    await removeOldMessages(database);
  };
  const { run, stop } = repeat(60_000, work, logged(log, "scheduled_jobs_failed"));
  run();
  return stop;
}
