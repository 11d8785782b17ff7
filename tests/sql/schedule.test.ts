// The schedule runs each item of a job in a separate transaction; a failure does not stop others.
import { describe, expect, test } from "vitest";
import { runScheduledJobs } from "../../supabase/local/database/schedule.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { apply, campaign, day, newApp, newRelease, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other } = setUpPeople(db);
  const overdue = async (who = tester) => {
    const id = await campaign(db, dev);
    await apply(db, id, who);
    const made = await report(db, id, who);
    await db.withoutMoves(`update public.feedback set due_at = now() - interval '1 minute' where id = '${made}'`);
    return made;
  };
  const failures = () =>
    db.owner<{ job: string; item: string; attempts: number; error: string }>(
      "select job, item, attempts, error from private.job_failures order by job, item",
    );
  const statusOf = async (id: string) => (await db.row<{ status: string }>("feedback", id)).status;
  const runs = [
    ["pg_cron", () => db.owner("call private.run_scheduled_jobs()")],
    ["the embedded server", () => runScheduledJobs(db.db)],
  ] as const;

  /** Makes writes to this row fail, like a bug in a rule or a damaged row. */
  const breakRow = async (table: string, id: string) => {
    await db.owner(`create or replace function private.break_row() returns trigger language plpgsql as $$
      begin raise exception 'this row is broken'; end $$`);
    await db.owner(`create trigger aaa_broken before update on public.${table} for each row
      when (old.id = '${id}') execute function private.break_row()`);
    return () => db.owner(`drop trigger aaa_broken on public.${table}`);
  };

  describe.each(runs)("by %s", (_by, run) => {
    test("a report that cannot be approved stops no other one, is logged, and retried later", async () => {
      const [bad, good] = [await overdue(), await overdue(other)];
      const mend = await breakRow("feedback", bad);
      await run();
      expect([await statusOf(bad), await statusOf(good)]).toEqual(["submitted", "approved"]);
      expect(await failures()).toEqual([
        { job: "approve_reports", item: bad, attempts: 1, error: "this row is broken" },
      ]);
      // Postponed: the next minute does not retry it.
      await run();
      expect(await failures()).toMatchObject([{ attempts: 1 }]);
      await db.owner("update private.job_failures set last_at = now() - interval '5 minutes'");
      await run();
      expect(await failures()).toMatchObject([{ attempts: 2 }]);
      await mend();
      await db.owner("update private.job_failures set last_at = now() - interval '5 minutes'");
      await run();
      expect(await statusOf(bad)).toBe("approved");
      expect(await failures()).toEqual([]);
    });

    test("a job that fails as a whole stops no other job", async () => {
      const [waiting, app] = [await overdue(), await newApp(db, dev)];
      const [first, second] = [await newRelease(db, dev, app), await newRelease(db, dev, app)];
      for (const id of [first, second])
        await db.withoutMoves(
          `update public.releases set status = 'published', published_at = now(), expires_at = now() - interval '1 minute' where id = '${id}'`,
        );
      const mend = await breakRow("releases", first);
      await db.owner("alter table private.withdrawals rename to lost");
      await run();
      await db.owner("alter table private.lost rename to withdrawals");
      await mend();
      expect(await statusOf(waiting)).toBe("approved");
      expect((await failures()).map(({ job, item }) => [job, item])).toContainEqual(["notify_withdrawals", ""]);
      expect((await failures()).map(({ job, item }) => [job, item])).toContainEqual(["expire_releases", first]);
      await db.owner("delete from private.job_failures");
      await run();
      expect(await db.row("releases", second)).toMatchObject({ status: "expired" });
      expect(await failures()).toEqual([]);
    });

    test("more failing rows than one run takes do not delay later ones", async () => {
      const bad = await overdue();
      await db.owner(
        `insert into private.job_failures (job, item, error, last_at)
          select 'approve_reports', $1, 'broken', now() + interval '1 hour'`,
        [bad],
      );
      const good = await overdue(other);
      await run();
      expect([await statusOf(bad), await statusOf(good)]).toEqual(["submitted", "approved"]);
      await db.owner("delete from private.job_failures");
      await run();
    });

    test("S29 a reminder that takes too long is postponed, and later ones get their turn", async () => {
      const ended = await campaign(db, dev);
      await db.owner("delete from private.reminders");
      const queued = await db.owner<{ id: string }>(
        `insert into private.reminders (campaign_id, kind, subject_id, due_at)
         select $1, 'purge', gen_random_uuid(), now() - make_interval(mins => 3 - n) from generate_series(1, 2) n returning id::text`,
        [ended],
      );
      const slow = queued[0]?.id ?? "";
      await db.owner(`create or replace function private.take_too_long() returns trigger language plpgsql as $$
        begin raise exception 'canceling statement due to statement timeout' using errcode = 'query_canceled'; end $$`);
      await db.owner(`create trigger aaa_slow before delete on private.reminders for each row
        when (old.id = ${slow}) execute function private.take_too_long()`);
      await run();
      await db.owner("drop trigger aaa_slow on private.reminders");
      expect(await db.owner("select id::text, due_at > now() as later from private.reminders")).toEqual([
        { id: slow, later: true },
      ]);
      expect(await failures()).toMatchObject([{ job: "send_reminders", item: slow, attempts: 1 }]);
      await db.owner("delete from private.reminders");
      await db.owner("delete from private.job_failures");
    });

    test("a job whose item query failed is healthy again after the next run", async () => {
      await db.owner("alter table private.withdrawals rename to lost");
      await run();
      await db.owner("alter table private.lost rename to withdrawals");
      expect(await failures()).toMatchObject([{ job: "notify_withdrawals", item: "" }]);
      await db.owner("update private.job_failures set last_at = now() - interval '5 minutes'");
      await run();
      expect(await failures()).toEqual([]);
    });

    test("each job records when it ended, and daily ones run once a day", async () => {
      await db.owner("update private.scheduled_jobs set ended_at = null, done_on = null");
      await run();
      expect(
        await db.owner("select job from private.scheduled_jobs where ended_at is null or done_on is null"),
      ).toEqual([]);
      const before = await db.owner("select day, xid from private.sync_retention_days");
      await run();
      expect(await db.owner("select day, xid from private.sync_retention_days")).toEqual(before);
    });
  });
});

describe("on postgres", () => {
  const db = setUpDatabase("postgres");
  const { dev } = setUpPeople(db);

  test("O2 an item that waits for a lock does not delay pulls of earlier items", async () => {
    const ended = await campaign(db, dev);
    await db.withoutMoves(`update public.campaigns set end_date = '${day(-1)}' where id = '${ended}'`);
    let running: Promise<void> | undefined;
    // The figures of past days wait for this.
    await db.db.transaction(async (session) => {
      await session.query("lock table private.daily_figures in share mode");
      running = runScheduledJobs(db.db);
      await expect.poll(() => db.row("campaigns", ended)).toMatchObject({ status: "completed" });
      await expect
        .poll(() =>
          db.owner("select 1 from pg_stat_activity where query like '%run_item%' and wait_event_type = 'Lock'"),
        )
        .toHaveLength(1);
      const [row] = await db.owner<{ pulled: boolean }>(
        "select sync_xid < pg_snapshot_xmin(pg_current_snapshot()) as pulled from public.campaigns where id = $1",
        [ended],
      );
      expect(row?.pulled).toBe(true);
    });
    await running;
  });
});
