import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { guideKarma, karmaFor } from "../../sync/schema/karma.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, countsOf, day, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  const approve = (id: string, usefulness = 4) => db.update(dev, "feedback", id, { status: "approved", usefulness });
  const rewardsOf = (tester: string) =>
    db.owner<{ model: string; amount_cents: number; status: string }>(
      "select model, amount_cents, status from public.rewards where tester_id = $1 order by earned_at, id",
      [tester],
    );

  describe("rewards", () => {
    test("S12 testing: one reward per tester and campaign, at the first approved report", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev, { reward_amount_cents: 2000, currency: "EUR" });
      await apply(db, id, tester);
      for (let i = 0; i < 3; i++) await approve(await report(db, id, tester));
      expect(await rewardsOf(tester)).toEqual([{ model: "testing", amount_cents: 2000, status: "earned" }]);
      expect(
        await db.owner("select kind, amount_cents, currency from public.ledger_entries where tester_id = $1", [tester]),
      ).toEqual([{ kind: "earned", amount_cents: 2000, currency: "EUR" }]);
      const kinds = await db.owner<{ kind: string; n: number }>(
        "select kind, count(*)::int as n from public.notifications where user_id = $1 group by kind order by kind",
        [tester],
      );
      expect(kinds).toEqual([
        { kind: "application_accepted", n: 1 },
        { kind: "feedback_approved", n: 3 },
        { kind: "reward_earned", n: 1 },
      ]);
    });

    test("S12 suggestions: one per approved suggestion; downloading: one per downloaded and reported release", async () => {
      const tester = await person(db, "tester");
      const ideas = await campaign(db, dev, { reward_model: "suggestions", reward_amount_cents: 300 });
      await apply(db, ideas, tester);
      await approve(await report(db, ideas, tester));
      await approve(await report(db, ideas, tester, { type: "feature" }));
      await approve(await report(db, ideas, tester, { type: "feature" }));
      expect((await rewardsOf(tester)).map((r) => r.amount_cents)).toEqual([300, 300]);

      const app = randomUUID();
      const release = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "App", description: "An app" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev, version: "1" });
      const builds = await campaign(db, dev, { reward_model: "downloading", reward_amount_cents: 500 });
      await db.update(dev, "briefs", builds, { release_id: release });
      const application = await apply(db, builds, tester);
      await approve(await report(db, builds, tester));
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([]);
      // Recorded by the device while offline; the server counts it as a download of the brief's
      // release.
      await db.update(tester, "applications", application, { downloaded_at: instant(0) });
      expect(await db.owner("select downloads from private.download_counts where release_id = $1", [release])).toEqual([
        { downloads: 1 },
      ]);
      await approve(await report(db, builds, tester));
      await approve(await report(db, builds, tester));
      const paid = { model: "downloading", amount_cents: 500, status: "earned" };
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([paid]);
      // The next build, which a device records by name only: installed on iOS, or behind a link.
      const next = randomUUID();
      await db.insert(dev, "releases", { id: next, app_id: app, developer_id: dev, version: "2" });
      await db.update(dev, "briefs", builds, { release_id: next });
      await db.update(tester, "applications", application, { release_id: next });
      await approve(await report(db, builds, tester, { release_id: next }));
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([paid, paid]);
    });

    test("S13 karma and rating are computed from the events, and a duplicate costs nothing", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const first = await report(db, id, tester);
      await approve(first, 5);
      await approve(await report(db, id, tester), 2);
      expect(await db.row("profiles", tester)).toMatchObject({
        karma: 2 * karmaFor.approved + 7 * karmaFor.pointOfUsefulness,
        tests_completed: 0,
      });
      expect(Number((await db.row<{ rating: string }>("profiles", tester)).rating)).toBe(3.5);
      await db.update(dev, "feedback", await report(db, id, tester), {
        status: "rejected",
        reason_code: "out_of_scope",
      });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 34 + karmaFor.rejected });
      await db.update(dev, "feedback", await report(db, id, tester), {
        status: "rejected",
        reason_code: "duplicate",
        duplicate_of: first,
      });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 34 + karmaFor.rejected });
      await db.update(dev, "campaigns", id, { status: "completed" });
      expect(await db.row("profiles", tester)).toMatchObject({
        karma: 34 + karmaFor.rejected + karmaFor.completedTest,
        tests_completed: 1,
      });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "completed" });
    });

    test("S13 the exercises about a good report count for karma, once", async () => {
      const tester = await person(db, "tester");
      const guide = (report_guide: string) => db.update(tester, "profiles", tester, { report_guide });
      const karma = async () => (await db.row<{ karma: number }>("profiles", tester)).karma;
      await guide("dismissed");
      expect(await karma()).toBe(0);
      await guide("finished");
      expect(await karma()).toBe(guideKarma);
      // An offline device sends another answer, and then the same again.
      await guide("open");
      expect(await db.row("profiles", tester)).toMatchObject({ report_guide: "finished", karma: guideKarma });
      await guide("finished");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await approve(await report(db, id, tester), 1);
      expect(await karma()).toBe(guideKarma + 12);
    });

    test("T6 the first approved report completes a test, even after the campaign's end", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const late = await report(db, id, tester);
      await db.update(dev, "campaigns", id, { status: "completed" });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "accepted" });
      await approve(late, 1);
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "completed" });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 10 + 2 + 20, tests_completed: 1 });
    });

    test("S14 a campaign's counters: testers, reports, open reports, progress", async () => {
      const id = await campaign(db, dev, { max_testers: 4 });
      const testers = [await person(db, "tester"), await person(db, "tester")];
      for (const t of testers) await apply(db, id, t);
      const sent = await report(db, id, testers[0] ?? "");
      await report(db, id, testers[0] ?? "");
      await report(db, id, testers[1] ?? "", { status: "draft" });
      expect(await countsOf(db, id)).toEqual({ testers_joined: 2, feedback_count: 2, new_feedback_count: 2 });
      await approve(sent);
      expect(await countsOf(db, id)).toMatchObject({ feedback_count: 2, new_feedback_count: 1 });
      // The row stores them with its next write.
      expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 0, feedback_count: 0, progress: 0 });
      await db.update(dev, "campaigns", id, { max_testers: 8 });
      expect(await db.row("campaigns", id)).toMatchObject({
        ...{ testers_joined: 2, feedback_count: 2, new_feedback_count: 1, progress: 12 },
      });
    });

    test("T8 no developer can block a tester's payouts with rewards that are too large together", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev, { reward_model: "suggestions", reward_amount_cents: 100_000_000 });
      await apply(db, id, tester);
      for (let i = 0; i < 22; i += 1) await approve(await report(db, id, tester, { type: "feature" }));
      await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
      const payout = randomUUID();
      await db.insert(tester, "payouts", { id: payout, tester_id: tester, currency: "USD" });
      expect(Number((await db.row("payouts", payout))?.amount_cents)).toBe(2_200_000_000);
      await db.update(admin, "payouts", payout, { status: "paid" });
    });

    test("T8 a payout takes all earned rewards of its currency; failure frees them, payment settles the ledger", async () => {
      const tester = await person(db, "tester");
      for (const [currency, amount] of [
        ["USD", 1000],
        ["USD", 500],
        ["EUR", 700],
      ] as const) {
        const id = await campaign(db, dev, { currency, reward_amount_cents: amount });
        await apply(db, id, tester);
        await approve(await report(db, id, tester));
      }
      const ask = (currency = "USD", more: Row = {}) => {
        const id = randomUUID();
        return db.insert(tester, "payouts", { id, tester_id: tester, currency, ...more }).then(() => id);
      };
      await expect(ask()).rejects.toEqual(rejection("no_paypal"));
      await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
      await expect(ask("USD", { amount_cents: 99_999 })).rejects.toMatchObject({ sqlstate: "42501" });
      const paypal = (on: boolean) =>
        db.owner(
          `update public.settings set saved_at = ${on ? "null" : "now()"},
             "values" = "values" || jsonb_build_object('paypal', $1::boolean) where section = 'payments'`,
          [on],
        );
      await paypal(false);
      await expect(ask()).rejects.toEqual(rejection("not_allowed"));
      await paypal(true);
      const first = await ask();
      expect(await db.row("payouts", first)).toMatchObject({
        amount_cents: 1500,
        paypal_email: "me@example.test",
        status: "requested",
      });
      await expect(ask()).rejects.toEqual(rejection("no_rewards"));
      expect(await db.update(tester, "payouts", first, { status: "paid" })).toBe(0);
      await expect(db.update(admin, "payouts", first, { status: "failed" })).rejects.toEqual(
        rejection("reason_required"),
      );
      await db.update(admin, "payouts", first, { status: "failed", reason: "Unknown address" });
      expect((await rewardsOf(tester)).map((r) => r.status)).toEqual(["earned", "earned", "earned"]);
      const second = await ask();
      await db.update(admin, "payouts", second, { status: "paid" });
      await expect(db.update(admin, "payouts", second, { status: "failed", reason: "No" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      const balance = await db.owner(
        "select currency, sum(amount_cents)::int as cents from public.ledger_entries where tester_id = $1 group by 1 order by 1",
        [tester],
      );
      expect(balance).toEqual([
        { currency: "EUR", cents: 700 },
        { currency: "USD", cents: 0 },
      ]);
      const [euro] = await db.owner<{ id: string }>(
        "select id from public.rewards where tester_id = $1 and currency = 'EUR'",
        [tester],
      );
      await expect(db.query(tester, "select public.void_reward($1, 'no')", [euro?.id ?? ""])).rejects.toEqual(
        rejection("forbidden"),
      );
      await db.query(admin, "select public.void_reward($1, 'Fraud')", [euro?.id ?? ""]);
      await expect(db.query(admin, "select public.void_reward($1, 'Again')", [euro?.id ?? ""])).rejects.toEqual(
        rejection("wrong_state"),
      );
      await expect(ask("EUR")).rejects.toEqual(rejection("no_rewards"));
    });
  });

  describe("due jobs", () => {
    test("T5 T7 an ended campaign is completed, an unreviewed report approved, once", async () => {
      const tester = await person(db, "tester");
      const ended = await campaign(db, dev);
      const running = await campaign(db, dev);
      for (const id of [ended, running]) await apply(db, id, tester);
      const r = await report(db, running, tester);
      const fresh = await report(db, running, tester);
      await db.withoutMoves(`update public.campaigns set end_date = '${day(-1)}' where id = '${ended}'`);
      await db.withoutMoves(`update public.feedback set due_at = now() - interval '1 minute' where id = '${r}'`);
      const [first] = await db.owner<{ done: Row }>("call private.run_scheduled_jobs()");
      expect(first?.done).toMatchObject({ complete_campaigns: 1, approve_reports: 1 });
      expect(await db.row("campaigns", ended)).toMatchObject({ status: "completed" });
      expect(await db.row("feedback", r)).toMatchObject({
        status: "approved",
        usefulness: 3,
        sync_client: "",
        reason: "automatic",
      });
      expect(await db.row("feedback", fresh)).toMatchObject({ status: "submitted" });
      expect(await rewardsOf(tester)).toHaveLength(1);
      const [second] = await db.owner<{ done: Row }>("call private.run_scheduled_jobs()");
      expect(second?.done).toEqual({});
      expect(await db.owner("select job, item from private.job_failures")).toEqual([]);
    });
  });
});
