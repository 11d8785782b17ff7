// The state machines and what the server fills in, on both databases: every legal move is taken,
// every other one is refused with its code.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { kinds } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
import {
  applicationId,
  apply,
  campaign,
  campaignInput,
  day,
  instant,
  person,
  report,
  reportInput,
} from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(kinds)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer", { name: "Dana Develops" });
  const otherDev = setUpPerson(db, "developer");
  const tester = setUpPerson(db, "tester", { name: "Tess Tries" });
  const other = setUpPerson(db, "tester");
  const admin = setUpPerson(db, "admin");

  describe("campaign", () => {
    test("T5 a campaign goes draft, active, completed, archived and nowhere else", async () => {
      const input = campaignInput(dev, { status: "draft" });
      const id = String(input.id);
      await db.insert(dev, "campaigns", input);
      expect(await db.row("campaigns", id)).toMatchObject({
        status: "draft",
        developer_name: "Dana Develops",
        published_at: null,
      });
      await expect(db.update(dev, "campaigns", id, { status: "archived" })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "active" });
      expect((await db.row("campaigns", id)).published_at).not.toBeNull();
      await expect(db.update(dev, "campaigns", id, { status: "draft" })).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(dev, "campaigns", id, { _deleted: true })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "completed" });
      await expect(db.update(dev, "campaigns", id, { status: "active" })).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(dev, "campaigns", id, { title: "Another title" })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "archived" });
    });

    test("a draft can be deleted, with its brief; a deleted one stays deleted", async () => {
      const id = await campaign(db, dev, { status: "draft" });
      await db.update(dev, "campaigns", id, { _deleted: true });
      expect(await db.row("briefs", id)).toMatchObject({ _deleted: true });
      await expect(db.update(dev, "campaigns", id, { title: "Back again" })).rejects.toEqual(refused("wrong_state"));
    });

    test.each([
      ["title of 4", { title: "Four" }, "campaigns_title_min"],
      ["blank title", { title: "        " }, "campaigns_title_min"],
      ["title of 121", { title: "x".repeat(121) }, "campaigns_title_check"],
      ["description of 19", { description: "x".repeat(19) }, "campaigns_description_min"],
      ["end before start", { start_date: day(3), end_date: day(2) }, "campaigns_dates_order"],
      ["no testers", { max_testers: 0 }, "campaigns_max_testers_check"],
      ["reward below 1", { reward_amount_cents: 99 }, "campaigns_reward_min"],
      ["unknown reward model", { reward_model: "lottery" }, "campaigns_reward_model_check"],
      ["unknown platform", { platform: "amiga" }, "campaigns_platform_check"],
    ])("V4 V5 the server refuses a campaign with: %s", async (_, wrong, constraint) => {
      const input = campaignInput(dev, wrong);
      await expect(db.insert(dev, "campaigns", input)).rejects.toMatchObject({
        sqlstate: "23514",
        message: expect.stringContaining(constraint),
      });
      expect(await db.count(dev, "campaigns", `id = '${String(input.id)}'`)).toBe(0);
    });

    test("publishing needs an end date that is not over, and an active developer", async () => {
      const past = campaignInput(dev, { start_date: day(-9), end_date: day(-1), status: "active" });
      await expect(db.insert(dev, "campaigns", past)).rejects.toEqual(refused("invalid"));
      const inactive = await person(db, "developer", { status: "inactive" });
      const draft = campaignInput(inactive, { status: "draft" });
      await db.insert(inactive, "campaigns", draft);
      await expect(db.update(inactive, "campaigns", String(draft.id), { status: "active" })).rejects.toEqual(
        refused("inactive"),
      );
    });

    test("what testers joined for stays as published", async () => {
      const id = await campaign(db, dev, { max_testers: 2 });
      await expect(db.update(dev, "campaigns", id, { reward_amount_cents: 100 })).rejects.toEqual(
        refused("wrong_state"),
      );
      await expect(db.update(dev, "campaigns", id, { start_date: day(-1) })).rejects.toEqual(refused("wrong_state"));
      await apply(db, id, tester);
      await apply(db, id, other);
      await expect(db.update(dev, "campaigns", id, { max_testers: 1 })).rejects.toEqual(refused("spots_limit"));
      await db.update(dev, "campaigns", id, { end_date: day(40), max_testers: 5, title: "A better title" });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({
        campaign_title: "A better title",
      });
    });

    test("a campaign of one's own, by a developer, with an app of one's own", async () => {
      await expect(db.insert(dev, "campaigns", campaignInput(otherDev))).rejects.toEqual(refused("forbidden"));
      await expect(db.insert(tester, "campaigns", campaignInput(tester))).rejects.toEqual(refused("wrong_state"));
      const app = randomUUID();
      await db.insert(otherDev, "apps", { id: app, developer_id: otherDev, title: "Theirs" });
      await expect(db.insert(dev, "campaigns", campaignInput(dev, { app_id: app }))).rejects.toEqual(
        refused("forbidden"),
      );
      await expect(db.insert(dev, "campaigns", campaignInput(dev, { app_id: randomUUID() }))).rejects.toEqual(
        refused("missing_parent"),
      );
    });
  });

  describe("application", () => {
    test("S9 automatic selection accepts while spots remain, fills in the card, and tells both", async () => {
      await db.update(tester, "profiles", tester, { expertise: ["finance"] });
      const id = await campaign(db, dev, { max_testers: 1 });
      const first = await apply(db, id, tester, { sync_client: "store", sync_seq: 1 });
      expect(await db.row("applications", first)).toMatchObject({
        status: "accepted",
        selection_note: "automatic",
        developer_id: dev,
        campaign_title: "Pocket Budget 2.0",
        // The row is no longer what the device sent.
        sync_client: "",
        card: expect.objectContaining({ name: "Tess Tries", expertise: ["finance"] }),
      });
      const second = await apply(db, id, other);
      expect(await db.row("applications", second)).toMatchObject({ status: "pending", selection_note: "no_spots" });
      await expect(db.update(dev, "applications", second, { status: "accepted" })).rejects.toEqual(
        refused("campaign_full"),
      );
      expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 1 });
      const told = await db.owner<{ kind: string }>(
        "select kind from public.notifications where link like $1 order by kind",
        [`%${id}%`],
      );
      expect(told.map((n) => n.kind)).toEqual(["application_accepted", "application_received", "application_received"]);
    });

    test("S9 screening: required questions are answered, and passing answers select", async () => {
      const q1 = randomUUID();
      const q2 = randomUUID();
      const screening = [
        { id: q1, question: "Do you own a phone?", kind: "yes_no", options: [], pass: ["yes"], required: true },
        { id: q2, question: "Anything else?", kind: "text", options: [], pass: [], required: false },
      ];
      const id = await campaign(db, dev, { screening });
      await expect(apply(db, id, tester)).rejects.toEqual(refused("answer_required"));
      await expect(apply(db, id, tester, { answers: [{ question_id: q1, value: "  " }] })).rejects.toEqual(
        refused("answer_required"),
      );
      const fails = await apply(db, id, tester, { answers: [{ question_id: q1, value: "no" }] });
      expect(await db.row("applications", fails)).toMatchObject({
        status: "pending",
        selection_note: "answers_differ",
      });
      const passes = await apply(db, id, other, { answers: [{ question_id: q1, value: "yes" }] });
      expect(await db.row("applications", passes)).toMatchObject({ status: "accepted" });
    });

    test("S9 an agreement is accepted in its current version", async () => {
      const id = await campaign(db, dev, { agreement: "You tell nobody." });
      await expect(apply(db, id, tester)).rejects.toEqual(refused("agreement_required"));
      await db.update(dev, "campaigns", id, { agreement: "You really tell nobody." });
      await expect(apply(db, id, tester, { agreement_version: 1, agreement_accepted_at: instant(0) })).rejects.toEqual(
        refused("agreement_required"),
      );
      await apply(db, id, tester, { agreement_version: 2, agreement_accepted_at: instant(0) });
    });

    test("S9 one application per tester and campaign, under the id that both devices make", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await expect(apply(db, id, tester)).rejects.toEqual(refused("23505"));
      await expect(
        db.insert(other, "applications", { id: randomUUID(), campaign_id: id, tester_id: other }),
      ).rejects.toEqual(refused("invalid"));
    });

    test("T6 pending is accepted, rejected or withdrawn; accepted is withdrawn or removed with a reason", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      const a = await apply(db, id, tester);
      expect(await db.row("applications", a)).toMatchObject({ status: "pending" });
      await expect(db.update(tester, "applications", a, { status: "accepted" })).rejects.toEqual(
        refused("wrong_state"),
      );
      await db.update(tester, "applications", a, { message: "Please!" });
      await expect(db.update(dev, "applications", a, { message: "Mine" })).rejects.toEqual(refused("not_allowed"));
      await expect(db.update(dev, "applications", a, { status: "completed" })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "applications", a, { status: "accepted" });
      await expect(db.update(tester, "applications", a, { message: "Later" })).rejects.toEqual(refused("text_frozen"));
      await expect(db.update(dev, "applications", a, { status: "removed" })).rejects.toEqual(
        refused("reason_required"),
      );
      await db.update(dev, "applications", a, { status: "removed", reason: "Did not answer." });
      await expect(db.update(dev, "applications", a, { status: "accepted" })).rejects.toEqual(refused("wrong_state"));
      const b = await apply(db, id, other);
      await db.update(dev, "applications", b, { status: "rejected", reason: "Another device is needed." });
      await expect(db.update(other, "applications", b, { status: "withdrawn" })).rejects.toEqual(
        refused("wrong_state"),
      );
      // Applied and withdrawn before the device was online: sync_push walks there
      // (tests/sql/replication.test.ts), a table call does not.
      const third = await person(db, "tester");
      await expect(apply(db, id, third, { status: "withdrawn" })).rejects.toEqual(refused("wrong_state"));
      expect(await db.update(otherDev, "applications", a, { status: "rejected" })).toBe(0);
    });

    test("T6 only active testers apply, and only to what runs", async () => {
      const id = await campaign(db, dev);
      await expect(apply(db, id, dev)).rejects.toEqual(refused("not_allowed"));
      const inactive = await person(db, "tester", { status: "inactive" });
      await expect(apply(db, id, inactive)).rejects.toEqual(refused("inactive"));
      await db.update(dev, "campaigns", id, { status: "completed" });
      await expect(apply(db, id, tester)).rejects.toEqual(refused("campaign_closed"));
      await expect(apply(db, randomUUID(), tester)).rejects.toEqual(refused("missing_parent"));
    });

    test("S10 the build's download is noted once, by accepted testers", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      const a = await apply(db, id, tester);
      await expect(db.update(tester, "applications", a, { downloaded_at: instant(0) })).rejects.toEqual(
        refused("not_accepted"),
      );
      await db.update(dev, "applications", a, { status: "accepted" });
      await db.update(tester, "applications", a, { downloaded_at: instant(-1) });
      const { downloaded_at: first } = await db.row("applications", a);
      await db.update(tester, "applications", a, { downloaded_at: instant(0) });
      expect((await db.row("applications", a)).downloaded_at).toEqual(first);
    });
  });

  describe("feedback", () => {
    test("T7 a draft is free, a report is frozen until changes are requested", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester, { status: "draft", rating: 0, summary: "", details: "" });
      expect(await db.row("feedback", r)).toMatchObject({
        developer_id: dev,
        tester_name: "Tess Tries",
        received_at: null,
      });
      await expect(db.update(tester, "feedback", r, { status: "submitted" })).rejects.toEqual(
        refused("missing_rating"),
      );
      await expect(db.update(tester, "feedback", r, { status: "submitted", rating: 3, summary: "Hm" })).rejects.toEqual(
        refused("invalid"),
      );
      await expect(
        db.update(tester, "feedback", r, { status: "submitted", rating: 3, summary: "A summary" }),
      ).rejects.toEqual(refused("invalid"));
      await expect(db.update(tester, "feedback", r, { status: "approved", rating: 3 })).rejects.toEqual(
        refused("wrong_state"),
      );
      await db.update(tester, "feedback", r, {
        status: "submitted",
        rating: 3,
        summary: "A summary",
        steps: "1. Open it",
      });
      const sent = await db.row<{ received_at: string; due_at: string }>("feedback", r);
      expect(Date.parse(sent.due_at) - Date.parse(sent.received_at)).toBe(7 * 86_400_000);
      await expect(db.update(tester, "feedback", r, { details: "More" })).rejects.toEqual(refused("text_frozen"));
      await expect(db.update(tester, "feedback", r, { _deleted: true })).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(dev, "feedback", r, { details: "Changed" })).rejects.toEqual(refused("not_allowed"));
      await expect(db.update(dev, "feedback", r, { status: "changes_requested" })).rejects.toEqual(
        refused("reason_required"),
      );
      await db.update(dev, "feedback", r, { status: "changes_requested", reason: "Which screen?" });
      await db.update(tester, "feedback", r, { details: "The first screen" });
      await db.update(tester, "feedback", r, { status: "submitted" });
      expect((await db.row("feedback", r)).received_at).toEqual(sent.received_at);
      await expect(db.update(dev, "feedback", r, { status: "approved" })).rejects.toEqual(
        refused("usefulness_required"),
      );
      await db.update(dev, "feedback", r, { status: "approved", usefulness: 4 });
      await expect(
        db.update(dev, "feedback", r, { status: "rejected", reason_code: "other", reason: "No" }),
      ).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(dev, "feedback", r, { usefulness: 5 })).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(dev, "feedback", r, { history: [] })).rejects.toThrow();
      const answered = await db.row<{ reason: string; history: Record<string, unknown>[] }>("feedback", r);
      expect(answered.reason).toBe("");
      expect(answered.history.map(({ at: _, ...entry }) => entry)).toEqual([
        { status: "submitted", by: "tester", text: "", usefulness: 0, reason_code: "" },
        { status: "changes_requested", by: "developer", text: "Which screen?", usefulness: 0, reason_code: "" },
        { status: "submitted", by: "tester", text: "", usefulness: 0, reason_code: "" },
        { status: "approved", by: "developer", text: "", usefulness: 4, reason_code: "" },
      ]);
    });

    test("T7 a draft can be deleted, and nobody else ever sees it", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester, { status: "draft" });
      for (const who of [dev, other, admin]) expect(await db.count(who, "feedback", `id = '${r}'`)).toBe(0);
      await db.update(tester, "feedback", r, { _deleted: true });
      expect(await db.count(tester, "feedback", `id = '${r}' and _deleted`)).toBe(1);
    });

    test("S10 only accepted testers hand in reports, for their own application", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      await expect(report(db, id, tester)).rejects.toEqual(refused("missing_parent"));
      const a = await apply(db, id, tester);
      await expect(report(db, id, tester)).rejects.toEqual(refused("not_accepted"));
      const draft = await report(db, id, tester, { status: "draft" });
      await expect(db.update(tester, "feedback", draft, { status: "submitted" })).rejects.toEqual(
        refused("not_accepted"),
      );
      await expect(db.insert(other, "feedback", reportInput(id, a, other))).rejects.toEqual(refused("not_accepted"));
      await expect(db.insert(other, "feedback", reportInput(id, a, tester))).rejects.toEqual(refused("forbidden"));
      await expect(report(db, id, tester, { status: "approved" })).rejects.toEqual(refused("wrong_state"));
    });

    test("deadlines go by the device's clock within the campaign's days plus a week", async () => {
      const id = await campaign(db, dev, { start_date: day(-10), end_date: day(0) });
      await apply(db, id, tester);
      await expect(report(db, id, tester, { captured_at: instant(-12) })).rejects.toEqual(refused("too_early"));
      const early = await report(db, id, tester, { captured_at: instant(-11) });
      expect(early).toBeTruthy();
      // A clock that runs ahead counts as now.
      const ahead = await report(db, id, tester, { captured_at: instant(300) });
      expect(Date.parse((await db.row<{ captured_at: string }>("feedback", ahead)).captured_at)).toBeLessThan(
        Date.now() + 1000,
      );
      // Five days after the end: written in time is taken, written too late is not.
      const shift = (days: number) =>
        db.withoutMoves("update public.campaigns set end_date = current_date - $2::int where id = $1", [id, days]);
      await shift(5);
      await report(db, id, tester, { captured_at: instant(-5) });
      await expect(report(db, id, tester, { captured_at: instant(-3) })).rejects.toEqual(refused("too_late"));
      await shift(8);
      await expect(report(db, id, tester, { captured_at: instant(-9) })).rejects.toEqual(refused("too_late"));
    });

    test("S18 rejecting needs a reason; a duplicate names the other report and counts as its reproduction", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await apply(db, id, other);
      const original = await report(db, id, tester);
      const copy = await report(db, id, other);
      const elsewhere = await campaign(db, dev);
      await apply(db, elsewhere, tester);
      const foreign = await report(db, elsewhere, tester);
      await expect(db.update(dev, "feedback", copy, { status: "rejected" })).rejects.toEqual(
        refused("reason_required"),
      );
      await expect(db.update(dev, "feedback", copy, { status: "rejected", reason_code: "other" })).rejects.toEqual(
        refused("reason_required"),
      );
      for (const of of [null, copy, foreign]) {
        await expect(
          db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: of }),
        ).rejects.toEqual(refused("reason_required"));
      }
      await expect(db.update(dev, "feedback", original, { known: true })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "feedback", original, { status: "approved", usefulness: 5, known: true });
      await db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: original });
      expect(await db.row("feedback", original)).toMatchObject({ reproductions: 1 });
      expect(await db.row("briefs", id)).toMatchObject({
        known_issues: [
          { id: original, title: "The total is wrong", summary: "It shows 12 instead of 21.", reproductions: 1 },
        ],
      });
      await db.update(dev, "feedback", original, { known: false });
      expect(await db.row("briefs", id)).toMatchObject({ known_issues: [] });
    });

    test("S10 “I see this too” counts each other tester once, can be taken back, and only for what is known", async () => {
      const id = await campaign(db, dev);
      const mine = await apply(db, id, tester);
      const theirs = await apply(db, id, other);
      const issue = await report(db, id, tester);
      const unknown = await report(db, id, tester);
      const copy = await report(db, id, other);
      await db.update(dev, "feedback", issue, { status: "approved", usefulness: 4, known: true });
      // Another's application, the report's own author, something that is not known: none of them
      // counts.
      await expect(
        db.update(dev, "applications", theirs, { confirmed_issues: JSON.stringify([issue]) }),
      ).rejects.toEqual(refused("not_allowed"));
      await db.update(tester, "applications", mine, { confirmed_issues: JSON.stringify([issue]) });
      expect(await db.row("applications", mine)).toMatchObject({ confirmed_issues: [] });
      await db.update(other, "applications", theirs, { confirmed_issues: JSON.stringify([unknown, issue, issue]) });
      expect(await db.row("applications", theirs)).toMatchObject({ confirmed_issues: [issue] });
      expect(await db.row("feedback", issue)).toMatchObject({ reproductions: 1 });
      // The same person's duplicate does not count a second time.
      await db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: issue });
      expect(await db.row("briefs", id)).toMatchObject({ known_issues: [{ id: issue, reproductions: 1 }] });
      await db.update(other, "applications", theirs, { confirmed_issues: "[]" });
      expect(await db.row("feedback", issue)).toMatchObject({ reproductions: 1 });
    });
  });

  describe("the rest", () => {
    test("comments are append-only, between author and developer; internal ones are the developer's", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester);
      const comment = (who: string, more = {}) => ({
        id: randomUUID(),
        feedback_id: r,
        author_id: who,
        body: "Hello",
        ...more,
      });
      const first = comment(tester);
      await db.insert(tester, "comments", first);
      await db.insert(dev, "comments", comment(dev, { internal: true }));
      await expect(db.insert(tester, "comments", comment(tester, { internal: true }))).rejects.toEqual(
        refused("not_allowed"),
      );
      await expect(db.insert(other, "comments", comment(other))).rejects.toEqual(refused("forbidden"));
      await expect(db.insert(tester, "comments", comment(dev))).rejects.toEqual(refused("forbidden"));
      await expect(db.insert(tester, "comments", comment(tester, { feedback_id: randomUUID() }))).rejects.toEqual(
        refused("missing_parent"),
      );
      await expect(db.update(tester, "comments", first.id, { body: "Other" })).rejects.toEqual(refused("42501"));
      expect(await db.count(tester, "comments", `feedback_id = '${r}'`)).toBe(1);
      expect(await db.count(dev, "comments", `feedback_id = '${r}'`)).toBe(2);
      const draft = await report(db, id, tester, { status: "draft" });
      await expect(db.insert(tester, "comments", comment(tester, { feedback_id: draft }))).rejects.toEqual(
        refused("wrong_state"),
      );
    });

    test("T11 a flag is raised by anybody on what they can see, and decided by an admin", async () => {
      const id = await campaign(db, dev);
      const flag = { id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: id, reason: "Spam" };
      await db.insert(tester, "flags", flag);
      expect(await db.row("flags", flag.id)).toMatchObject({
        content_title: "Pocket Budget 2.0",
        reporter_name: "Tess Tries",
        status: "pending",
      });
      expect(await db.update(tester, "flags", flag.id, { status: "dismissed" })).toBe(0);
      await db.update(admin, "flags", flag.id, { status: "under_review" });
      await db.update(admin, "flags", flag.id, { status: "resolved", resolution: "HandledError the developer." });
      await expect(db.update(admin, "flags", flag.id, { status: "pending" })).rejects.toEqual(refused("wrong_state"));
      const hidden = campaignInput(dev, { status: "draft" });
      await db.insert(dev, "campaigns", hidden);
      await expect(
        db.insert(tester, "flags", { ...flag, id: randomUUID(), content_id: String(hidden.id) }),
      ).rejects.toEqual(refused("missing_parent"));
      expect(await db.count(admin, "activity", "action like 'flag_%'")).toBeGreaterThanOrEqual(2);
    });

    test("S20 an app and its releases: draft, published, hidden by an admin", async () => {
      const app = randomUUID();
      const release = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "Budget", description: "Money" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev });
      await expect(db.update(dev, "releases", release, { status: "published" })).rejects.toEqual(refused("invalid"));
      await expect(db.update(dev, "releases", release, { file_path: `${otherDev}/secret.apk` })).rejects.toMatchObject({
        sqlstate: "23514",
      });
      await db.update(dev, "releases", release, {
        status: "published",
        version: "2.0",
        notes: "New",
        size_bytes: 7,
        file_path: `${dev}/b.apk`,
      });
      expect(await db.row("apps", app)).toMatchObject({ version: "2.0", changelog: "New", published_at: null });
      await expect(db.update(dev, "releases", release, { version: "3.0" })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "apps", app, { status: "published" });
      await expect(db.update(dev, "apps", app, { description: " " })).rejects.toMatchObject({ sqlstate: "23514" });
      await expect(db.update(dev, "apps", app, { status: "hidden" })).rejects.toEqual(refused("wrong_state"));
      await expect(db.update(admin, "apps", app, { title: "Mine" })).rejects.toEqual(refused("not_allowed"));
      await db.update(admin, "apps", app, { status: "hidden" });
      await db.update(admin, "apps", app, { status: "published" });
      for (const _ of [1, 2]) await db.query(tester, "select public.record_download($1)", [release]);
      await db.query(other, "select public.record_download($1)", [release]);
      expect(await db.row("releases", release)).toMatchObject({ downloads: 2 });
      // Signed out: once per device, and not without one.
      const device = randomUUID();
      for (const _ of [1, 2]) await db.query(null, "select public.record_download($1, $2)", [release, device]);
      await expect(db.query(null, "select public.record_download($1)", [release])).rejects.toEqual(refused("invalid"));
      expect(await db.row("apps", app)).toMatchObject({ downloads: 3 });
    });

    test("S25 a setting takes effect from the first save, and keeps its keys and types", async () => {
      const [general] = await db.owner<{ id: string; values: Record<string, unknown> }>(
        "select * from public.settings where section = 'general'",
      );
      if (!general) throw new Error("no settings");
      const set = (more: Record<string, unknown>) =>
        db.update(admin, "settings", general.id, { values: { ...general.values, ...more } });
      const big = await campaign(db, dev, { max_testers: 500 });
      expect(big).toBeTruthy();
      await expect(set({ max_testers_per_campaign: "many" })).rejects.toEqual(refused("invalid"));
      await expect(set({ surprise: true })).rejects.toEqual(refused("invalid"));
      await expect(set({ max_testers_per_campaign: 0 })).rejects.toEqual(refused("invalid"));
      expect(await db.update(dev, "settings", general.id, { values: general.values })).toBe(0);
      await set({ max_testers_per_campaign: 100 });
      await expect(campaign(db, dev, { max_testers: 101 })).rejects.toEqual(refused("spots_limit"));
      // Saved with auto-approval off: whoever registers as a developer now waits for an admin.
      const waiting = await person(db, "developer");
      expect(await db.row("profiles", waiting)).toMatchObject({ status: "inactive", role: "developer" });
      await set({ maintenance_mode: true });
      await expect(db.update(dev, "profiles", dev, { bio: "Hello" })).rejects.toMatchObject({
        sqlstate: "PT503",
        code: "maintenance",
      });
      await db.update(admin, "profiles", admin, { bio: "Hello" });
      await set({ maintenance_mode: false, open_registration: false });
      await expect(person(db, "tester")).rejects.toEqual(refused("registration_closed"));
      await db.owner("update public.settings set saved_at = null");
    });
  });
});
