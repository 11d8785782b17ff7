import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("payout figures on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { tester } = setUpPeople(db);
  const figures = () => call<{ paid_hours: number | null }>(db, tester, "public.payout_figures()");
  /** Creates another user's payout that took these hours. */
  const payout = async (hours: number, { status = "paid", daysAgo = 1 } = {}) =>
    db.withoutMoves(
      `insert into public.payouts (id, tester_id, currency, status, decided_at, requested_at)
       values ($1, $2, 'USD', $3, now() - make_interval(days => $4), now() - make_interval(days => $4, hours => $5))`,
      [randomUUID(), await person(db, "tester"), status, daysAgo, hours],
    );

  test("S12 T8 the figure is the median of at least three payments of the last 90 days, and reveals nothing else", async () => {
    expect(await figures()).toEqual({ paid_hours: null });
    await payout(10);
    await payout(400);
    // Failed, or paid too long ago.
    await payout(1, { status: "failed" });
    await payout(1, { daysAgo: 91 });
    expect(await figures()).toEqual({ paid_hours: null });
    await payout(121);
    expect(await figures()).toEqual({ paid_hours: 121 });
    await payout(20);
    expect(await figures()).toEqual({ paid_hours: 70.5 });
  });

  test("T8 of many payouts only the latest thousand are read", async () => {
    await db.withoutMoves(
      `insert into public.payouts (id, tester_id, currency, status, decided_at, requested_at)
       select gen_random_uuid(), $1, 'USD', 'paid', now() - make_interval(hours => n / 100), now() - make_interval(hours => n / 100 + case when n <= 1000 then 5 else 50 end)
       from generate_series(1, 4000) n`,
      [tester],
    );
    expect(await figures()).toEqual({ paid_hours: 5 });
  });
});
