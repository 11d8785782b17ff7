// An open transaction with writes delays all pulls: it is detected and logged, a read-only one is
// not.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPostgres } from "../../supabase/local/database/database.ts";
import { migrate } from "../../supabase/local/database/migrations.ts";
import { long } from "../fixtures/long.ts";
import { migrationsFolder } from "../fixtures/shared-postgres.ts";
import { startTestPostgres } from "../fixtures/test-postgres.ts";

const shortAge = `create or replace function private.max_transaction_age() returns interval
  language sql immutable set search_path = '' as $$ select interval '300 milliseconds' $$`;

test("O2 the schedule detects and logs a transaction with writes that has been open for 30 seconds", long, async () => {
  const cluster = await startTestPostgres();
  onTestFinished(() => cluster.stop());
  const db = await openPostgres(cluster.url);
  onTestFinished(() => db.close());
  await bootstrap(db);
  await migrate(db, migrationsFolder);
  expect(await db.query("select private.max_transaction_age()::text as age")).toEqual([{ age: "00:00:30" }]);
  await db.query(shortAge);
  const found = async () => (await db.query<{ found: unknown }>("select public.long_transaction() as found"))[0]?.found;

  const other = new pg.Client({ connectionString: cluster.url, application_name: "an import" });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; select 1");
  await sleep(500);
  expect(await found()).toBeNull();

  await other.query("create table public.import (id int)");
  expect(await found()).toMatchObject({ seconds: 0, application: "an import", state: "idle in transaction" });
  const schedule = new pg.Client({ connectionString: cluster.url });
  await schedule.connect();
  onTestFinished(() => schedule.end());
  const warnings: string[] = [];
  schedule.on("notice", (notice) => warnings.push(notice.message ?? ""));
  await schedule.query("call private.run_scheduled_jobs()");
  expect(warnings).toEqual([
    expect.stringMatching(/^A transaction has held the pull horizon back for 0 s: .*an import/),
  ]);

  await other.query("rollback");
  expect(await found()).toBeNull();
  await db.query("call private.run_scheduled_jobs()");
});
