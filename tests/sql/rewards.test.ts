// What follows from reviews and from time: rewards, karma, payouts, and what falls due.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { guideKarma, karmaFor } from "../../sync/schema/karma.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
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

    test("S12 suggestions: one per approved suggestion; downloading: one per release that was downloaded and reported on", async () => {
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
      // Noted by the device while it was offline; the server takes it for the download of the
      // brief's release.
      await db.update(tester, "applications", application, { downloaded_at: instant(0) });
      expect(await db.owner("select downloads from private.download_counts where release_id = $1", [release])).toEqual([
        { downloads: 1 },
      ]);
      await approve(await report(db, builds, tester));
      await approve(await report(db, builds, tester));
      const paid = { model: "downloading", amount_cents: 500, status: "earned" };
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([paid]);
      // The next build, which a device notes only by its name: installed on iOS, or behind a link.
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
      // A device that was offline says something else, and then the same again.
      await guide("open");
      expect(await db.row("profiles", tester)).toMatchObject({ report_guide: "finished", karma: guideKarma });
      await guide("finished");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await approve(await report(db, id, tester), 1);
      expect(await karma()).toBe(guideKarma + 12);
    });

    test("T6 a test is completed by its first approved report, also when that comes after the campaign's end", async () => {
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

    test("S14 a campaign's counters: testers, reports, those that wait, progress", async () => {
      const id = await campaign(db, dev, { max_testers: 4 });
      const testers = [await person(db, "tester"), await person(db, "tester")];
      for (const t of testers) await apply(db, id, t);
      const sent = await report(db, id, testers[0] ?? "");
      await report(db, id, testers[0] ?? "");
      await report(db, id, testers[1] ?? "", { status: "draft" });
      expect(await countsOf(db, id)).toEqual({ testers_joined: 2, feedback_count: 2, new_feedback_count: 2 });
      await approve(sent);
      expect(await countsOf(db, id)).toMatchObject({ feedback_count: 2, new_feedback_count: 1 });
      // The row takes them when it is written.
      expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 0, feedback_count: 0, progress: 0 });
      await db.update(dev, "campaigns", id, { max_testers: 8 });
      expect(await db.row("campaigns", id)).toMatchObject({
        ...{ testers_joined: 2, feedback_count: 2, new_feedback_count: 1, progress: 12 },
      });
    });

    test("T8 a payout takes all earned rewards of its currency; failed frees them, paid settles the ledger", async () => {
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
      await expect(ask()).rejects.toEqual(refused("no_paypal"));
      await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
      await expect(ask("USD", { amount_cents: 99_999 })).rejects.toMatchObject({ sqlstate: "42501" });
      const paypal = (on: boolean) =>
        db.owner(
          `update public.settings set saved_at = ${on ? "null" : "now()"},
             "values" = "values" || jsonb_build_object('paypal', $1::boolean) where section = 'payments'`,
          [on],
        );
      await paypal(false);
      await expect(ask()).rejects.toEqual(refused("not_allowed"));
      await paypal(true);
      const first = await ask();
      expect(await db.row("payouts", first)).toMatchObject({
        amount_cents: 1500,
        paypal_email: "me@example.test",
        status: "requested",
      });
      await expect(ask()).rejects.toEqual(refused("no_rewards"));
      expect(await db.update(tester, "payouts", first, { status: "paid" })).toBe(0);
      await expect(db.update(admin, "payouts", first, { status: "failed" })).rejects.toEqual(
        refused("reason_required"),
      );
      await db.update(admin, "payouts", first, { status: "failed", reason: "Unknown address" });
      expect((await rewardsOf(tester)).map((r) => r.status)).toEqual(["earned", "earned", "earned"]);
      const second = await ask();
      await db.update(admin, "payouts", second, { status: "paid" });
      await expect(db.update(admin, "payouts", second, { status: "failed", reason: "No" })).rejects.toEqual(
        refused("wrong_state"),
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
        refused("forbidden"),
      );
      await db.query(admin, "select public.void_reward($1, 'Fraud')", [euro?.id ?? ""]);
      await expect(db.query(admin, "select public.void_reward($1, 'Again')", [euro?.id ?? ""])).rejects.toEqual(
        refused("wrong_state"),
      );
      await expect(ask("EUR")).rejects.toEqual(refused("no_rewards"));
    });
  });

  describe("what falls due", () => {
    test("T5 T7 an ended campaign is completed, an unanswered report approved, once", async () => {
      const tester = await person(db, "tester");
      const ended = await campaign(db, dev);
      const running = await campaign(db, dev);
      for (const id of [ended, running]) await apply(db, id, tester);
      const r = await report(db, running, tester);
      const fresh = await report(db, running, tester);
      await db.withoutMoves(`update public.campaigns set end_date = '${day(-1)}' where id = '${ended}'`);
      await db.withoutMoves(`update public.feedback set due_at = now() - interval '1 minute' where id = '${r}'`);
      const [first] = await db.owner<{ due: Row }>("select private.run_scheduled_jobs() as due");
      expect(first?.due).toEqual({
        campaigns_completed: 1,
        reports_approved: 1,
        reminders_sent: 0,
        alerts_sent: 0,
        testers_invited: 0,
        purged: 0,
        failed: 0,
      });
      expect(await db.row("campaigns", ended)).toMatchObject({ status: "completed" });
      expect(await db.row("feedback", r)).toMatchObject({
        status: "approved",
        usefulness: 3,
        sync_client: "",
        reason: "automatic",
      });
      expect(await db.row("feedback", fresh)).toMatchObject({ status: "submitted" });
      expect(await rewardsOf(tester)).toHaveLength(1);
      const [second] = await db.owner<{ due: Row }>("select private.run_scheduled_jobs() as due");
      expect(second?.due).toEqual({
        campaigns_completed: 0,
        reports_approved: 0,
        reminders_sent: 0,
        alerts_sent: 0,
        testers_invited: 0,
        purged: 0,
        failed: 0,
      });
    });
  });
});
