import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { DayFigures } from "../../sync/schema/admin-functions.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { apply, campaign, day, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("the figures of each day on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, admin } = setUpPeople(db);

  const days = async () => (await call<{ days: DayFigures[] }>(db, admin, "public.admin_days()")).days;
  const today = async () => (await days()).at(-1);
  const push = (who: string, id: string) =>
    call(db, who, "public.sync_push('comments', $1::json)", [
      JSON.stringify([{ assumedMasterState: null, newDocumentState: { id } }]),
    ]);
  const keep = async () => (await db.owner<{ kept: number }>("select private.keep_daily_figures(31) as kept"))[0]?.kept;

  test("S23 today is counted live: accounts, active users, reports, money by currency", async () => {
    const before = await today();
    expect(before).toMatchObject({ day: day(0), active: 0, reports: 0, earned: {}, paid: {} });
    const open = await campaign(db, dev, { currency: "EUR", reward_amount_cents: 250 });
    await person(db, "tester");
    await apply(db, open, tester);
    const sent = await report(db, open, tester);
    await db.update(dev, "feedback", sent, { status: "approved", usefulness: 4 });
    // A repeated push counts once, and a rejected row counts as activity.
    await push(tester, randomUUID());
    await push(tester, randomUUID());
    await push(dev, randomUUID());
    expect(await today()).toEqual({
      ...{ day: day(0), signups: (before?.signups ?? 0) + 1, active: 2, reports: 1 },
      ...{ earned: { EUR: 250 }, paid: {} },
    });
  });

  test("S23 past days are counted once, latest first, and their active users are deleted", async () => {
    await db.owner("update private.people set joined_at = now() - interval '40 days' where id = $1", [dev]);
    await db.owner("insert into private.active_people (user_id, day) values ($1, $2), ($3, $2)", [
      dev,
      day(-1),
      tester,
    ]);
    await db.owner("insert into private.active_people (user_id, day) values ($1, $2)", [dev, day(-35)]);
    expect(await keep()).toBe(31);
    expect((await days()).map((one) => one.day)).toEqual(Array.from({ length: 32 }, (_, i) => day(i - 31)));
    expect((await days()).at(-2)).toMatchObject({ active: 2, signups: 0, earned: {} });
    expect(await db.owner("select day::text from private.active_people where day < $1", [day(0)])).toEqual([
      { day: day(-35) },
    ]);
    expect(await keep()).toBe(9);
    expect(await keep()).toBe(0);
    expect((await days())[0]).toMatchObject({ day: day(-40), signups: 1 });
    expect((await days())[5]).toMatchObject({ day: day(-35), active: 1 });
    // A counted day stays unchanged.
    await db.owner("update private.people set joined_at = now() - interval '39 days' where id = $1", [tester]);
    expect(await keep()).toBe(0);
    expect((await days())[1]).toMatchObject({ signups: 0 });
  });

  test("S23 C8 the schedule counts them; cleaning the sample data removes exactly its share", async () => {
    await db.owner("delete from private.daily_figures");
    // Yesterday a sample tester with a report, and a real user.
    const sample = await person(db, "tester");
    const open = await campaign(db, dev, { max_testers: 9 });
    await apply(db, open, sample);
    const sent = await report(db, open, sample);
    await db.update(dev, "feedback", sent, { status: "approved", usefulness: 4 });
    await db.withoutMoves("update public.profiles set is_sample = true where id = $1", [sample]);
    await db.withoutMoves(
      "update public.feedback set is_sample = true, received_at = now() - interval '1 day' where id = $1",
      [sent],
    );
    await db.withoutMoves("update public.rewards set is_sample = true where feedback_id = $1", [sent]);
    await db.owner("alter table public.ledger_entries disable trigger append_only");
    await db.owner(
      "update public.ledger_entries l set is_sample = true, created_at = now() - interval '1 day' from public.rewards r where r.id = l.reward_id and r.feedback_id = $1",
      [sent],
    );
    await db.owner("alter table public.ledger_entries enable trigger append_only");
    await db.owner("insert into private.active_people (user_id, day) values ($1, $3), ($2, $3)", [
      sample,
      dev,
      day(-1),
    ]);
    await db.owner("call private.run_scheduled_jobs()");
    const before = await days();
    expect(before).toHaveLength(32);
    expect(before.at(-2)).toMatchObject({ active: 2, reports: 1, earned: { USD: 1500 } });
    await call(db, admin, "public.clean_sample_data()");
    const after = await days();
    expect(after.at(-2)).toMatchObject({ active: 1, reports: 0, earned: {} });
    expect(after.slice(0, -2)).toEqual(before.slice(0, -2));
  });

  test("S23 only admins can read or count them", async () => {
    for (const who of [dev, tester])
      await expect(call(db, who, "public.admin_days()")).rejects.toMatchObject({ code: "forbidden" });
    await expect(call(db, null, "public.admin_days()")).rejects.toMatchObject({ sqlstate: "42501" });
    await expect(call(db, admin, "private.keep_daily_figures(31)")).rejects.toMatchObject({ sqlstate: "42501" });
  });
});
