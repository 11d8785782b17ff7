// State machines of campaigns and applications, and server-filled columns: legal transitions
// succeed, all others are rejected with a code.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, campaignInput, countsOf, day, instant, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other } = setUpPeople(db);

  describe("campaign", () => {
    test("T5 a campaign goes draft, active, completed, archived, and takes no other path", async () => {
      const input = campaignInput(dev, { status: "draft" });
      const id = String(input.id);
      await db.insert(dev, "campaigns", input);
      expect(await db.row("campaigns", id)).toMatchObject({
        status: "draft",
        developer_name: "Dana Develops",
        published_at: null,
      });
      await expect(db.update(dev, "campaigns", id, { status: "archived" })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "active" });
      expect((await db.row("campaigns", id)).published_at).not.toBeNull();
      await expect(db.update(dev, "campaigns", id, { status: "draft" })).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(dev, "campaigns", id, { _deleted: true })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "completed" });
      await expect(db.update(dev, "campaigns", id, { status: "active" })).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(dev, "campaigns", id, { title: "Another title" })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "archived" });
      await expect(db.update(dev, "campaigns", id, { status: "active" })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "completed" });
    });

    test("a draft can be deleted with its brief; a deleted one stays deleted", async () => {
      const id = await campaign(db, dev, { status: "draft" });
      await db.update(dev, "campaigns", id, { _deleted: true });
      expect(await db.row("briefs", id)).toMatchObject({ _deleted: true });
      await expect(db.update(dev, "campaigns", id, { title: "Back again" })).rejects.toEqual(rejection("wrong_state"));
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
    ])("V4 V5 the server rejects a campaign with: %s", async (_, wrong, constraint) => {
      const input = campaignInput(dev, wrong);
      await expect(db.insert(dev, "campaigns", input)).rejects.toMatchObject({
        sqlstate: "23514",
        message: expect.stringContaining(constraint),
      });
      expect(await db.count(dev, "campaigns", `id = '${String(input.id)}'`)).toBe(0);
    });

    test("publishing needs an end date in the future and an active developer", async () => {
      const past = campaignInput(dev, { start_date: day(-9), end_date: day(-1), status: "active" });
      await expect(db.insert(dev, "campaigns", past)).rejects.toEqual(rejection("invalid"));
      const inactive = await person(db, "developer", { status: "inactive" });
      const draft = campaignInput(inactive, { status: "draft" });
      await db.insert(inactive, "campaigns", draft);
      await expect(db.update(inactive, "campaigns", String(draft.id), { status: "active" })).rejects.toEqual(
        rejection("inactive"),
      );
    });

    test("the published terms stay fixed for testers", async () => {
      const id = await campaign(db, dev, { max_testers: 2 });
      await expect(db.update(dev, "campaigns", id, { reward_amount_cents: 100 })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await expect(db.update(dev, "campaigns", id, { start_date: day(-1) })).rejects.toEqual(rejection("wrong_state"));
      await apply(db, id, tester);
      await apply(db, id, other);
      await expect(db.update(dev, "campaigns", id, { max_testers: 1 })).rejects.toEqual(rejection("spots_limit"));
      await db.update(dev, "campaigns", id, { end_date: day(40), max_testers: 5, title: "A better title" });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({
        campaign_title: "A better title",
      });
    });

    test("a developer creates campaigns for themselves, with their own app", async () => {
      await expect(db.insert(dev, "campaigns", campaignInput(otherDev))).rejects.toEqual(rejection("forbidden"));
      await expect(db.insert(tester, "campaigns", campaignInput(tester))).rejects.toEqual(rejection("wrong_state"));
      const app = randomUUID();
      await db.insert(otherDev, "apps", { id: app, developer_id: otherDev, title: "Theirs" });
      await expect(db.insert(dev, "campaigns", campaignInput(dev, { app_id: app }))).rejects.toEqual(
        rejection("forbidden"),
      );
      await expect(db.insert(dev, "campaigns", campaignInput(dev, { app_id: randomUUID() }))).rejects.toEqual(
        rejection("missing_parent"),
      );
    });
  });

  describe("application", () => {
    test("S9 automatic selection accepts while spots remain, fills in the card, and notifies both", async () => {
      await db.update(tester, "profiles", tester, { expertise: ["finance"] });
      const id = await campaign(db, dev, { max_testers: 1 });
      const first = await apply(db, id, tester, { sync_client: "store", sync_seq: 1 });
      expect(await db.row("applications", first)).toMatchObject({
        status: "accepted",
        selection_note: "automatic",
        developer_id: dev,
        campaign_title: "Pocket Budget 2.0",
        // The row differs from the sent one.
        sync_client: "",
        card: expect.objectContaining({ name: "Tess Tries", expertise: ["finance"] }),
      });
      const second = await apply(db, id, other);
      expect(await db.row("applications", second)).toMatchObject({ status: "pending", selection_note: "no_spots" });
      await expect(db.update(dev, "applications", second, { status: "accepted" })).rejects.toEqual(
        rejection("campaign_full"),
      );
      expect(await countsOf(db, id)).toMatchObject({ testers_joined: 1 });
      const told = await db.owner<{ kind: string }>(
        "select kind from public.notifications where link like $1 order by kind",
        [`%${id}%`],
      );
      expect(told.map((n) => n.kind)).toEqual(["application_accepted", "application_received", "application_received"]);
    });

    test("S24 suspending a tester with thousands of applications is one call that leaves none of them accepted", async () => {
      const many = await person(db, "tester");
      await db.withoutMoves(
        `insert into public.campaigns (id, org_id, developer_id, title, description, category, start_date, end_date, status, visibility)
         select gen_random_uuid(), $1, $1, 'One of many', 'Enough words for a test of a map', 'productivity',
           current_date, current_date + 9, 'active', 'private' from generate_series(1, 1100)`,
        [dev],
      );
      await db.withoutMoves(
        `insert into public.applications (id, campaign_id, tester_id, developer_id, org_id, status)
         select gen_random_uuid(), c.id, $1, $2, $2, 'pending' from public.campaigns c where c.title = 'One of many'`,
        [many, dev],
      );
      const marked = "select count(*)::int as n from public.applications where tester_id = $1 and card ? 'suspended'";
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [many]);
      expect(await db.owner(marked, [many])).toEqual([{ n: 1000 }]);
      const [left] = await db.owner<{ id: string }>(
        "select id from public.applications where tester_id = $1 and not card ? 'suspended' limit 1",
        [many],
      );
      await expect(db.update(dev, "applications", left?.id ?? "", { status: "accepted" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await db.owner("update public.profiles set status = 'active' where id = $1", [many]);
      expect(await db.owner(marked, [many])).toEqual([{ n: 0 }]);
    });

    test("S9 S17 a suspended applicant is marked for the developer and cannot be accepted until reactivated", async () => {
      const who = await person(db, "tester");
      const id = await campaign(db, dev, { auto_select: false });
      const application = await apply(db, id, who);
      const card = async () => (await db.row<{ card: object }>("applications", application)).card;
      const set = (status: string) => db.owner("update public.profiles set status = $2 where id = $1", [who, status]);
      expect(await card()).not.toHaveProperty("suspended");
      const stamp = (await db.row("applications", application)).sync_xid;
      await set("suspended");
      expect(await card()).toMatchObject({ suspended: true });
      expect((await db.row("applications", application)).sync_xid).not.toBe(stamp);
      await expect(db.update(dev, "applications", application, { status: "accepted" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await set("active");
      expect(await card()).not.toHaveProperty("suspended");
      await db.update(dev, "applications", application, { status: "accepted" });
    });

    test("S9 D9 a hidden, ended or blocked organization's campaign takes no applications and accepts no one", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      const waiting = await apply(db, id, tester);
      const accept = () => db.update(dev, "applications", waiting, { status: "accepted" });
      const set = (column: string, value: string | boolean) =>
        db.owner(`update public.campaigns set ${column} = $2 where id = $1`, [id, value]);
      for (const [column, off, on] of [
        ["hidden", true, false],
        ["end_date", day(-1), day(9)],
      ] as const) {
        if (column === "end_date") await set("start_date", day(-5));
        await set(column, off);
        await expect(apply(db, id, other)).rejects.toEqual(rejection("campaign_closed"));
        await expect(accept()).rejects.toEqual(rejection("campaign_closed"));
        await set(column, on);
      }
      const { org_id } = await db.row<{ org_id: string }>("campaigns", id);
      await db.query(other, "select public.block_organization($1, true)", [org_id]);
      await expect(apply(db, id, other)).rejects.toEqual(rejection("not_allowed"));
      await accept();
      await db.query(other, "select public.block_organization($1, false)", [org_id]);
      await apply(db, id, other);
    });

    test("S9 screening: required questions need answers, and passing answers select", async () => {
      const q1 = randomUUID();
      const q2 = randomUUID();
      const screening = [
        { id: q1, question: "Do you own a phone?", kind: "yes_no", options: [], pass: ["yes"], required: true },
        { id: q2, question: "Anything else?", kind: "text", options: [], pass: [], required: false },
      ];
      const id = await campaign(db, dev, { screening });
      await expect(apply(db, id, tester)).rejects.toEqual(rejection("answer_required"));
      await expect(apply(db, id, tester, { answers: [{ question_id: q1, value: "  " }] })).rejects.toEqual(
        rejection("answer_required"),
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
      await expect(apply(db, id, tester)).rejects.toEqual(rejection("agreement_required"));
      await db.update(dev, "campaigns", id, { agreement: "You really tell nobody." });
      await expect(apply(db, id, tester, { agreement_version: 1, agreement_accepted_at: instant(0) })).rejects.toEqual(
        rejection("agreement_required"),
      );
      await apply(db, id, tester, { agreement_version: 2, agreement_accepted_at: instant(0) });
    });

    test("S9 one application per tester and campaign, under the id that both devices derive", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await expect(apply(db, id, tester)).rejects.toEqual(rejection("23505"));
      await expect(
        db.insert(other, "applications", { id: randomUUID(), campaign_id: id, tester_id: other }),
      ).rejects.toEqual(rejection("invalid"));
    });

    test("T6 pending becomes accepted, rejected or withdrawn; accepted becomes withdrawn, or removed with a reason", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      const a = await apply(db, id, tester);
      expect(await db.row("applications", a)).toMatchObject({ status: "pending" });
      await expect(db.update(tester, "applications", a, { status: "accepted" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await db.update(tester, "applications", a, { message: "Please!" });
      await expect(db.update(dev, "applications", a, { message: "Mine" })).rejects.toEqual(rejection("not_allowed"));
      await expect(db.update(dev, "applications", a, { status: "completed" })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "applications", a, { status: "accepted" });
      await expect(db.update(tester, "applications", a, { message: "Later" })).rejects.toEqual(rejection("text_frozen"));
      await expect(db.update(dev, "applications", a, { status: "removed" })).rejects.toEqual(
        rejection("reason_required"),
      );
      await db.update(dev, "applications", a, { status: "removed", reason: "Did not answer." });
      await expect(db.update(dev, "applications", a, { status: "accepted" })).rejects.toEqual(rejection("wrong_state"));
      const b = await apply(db, id, other);
      await db.update(dev, "applications", b, { status: "rejected", reason: "Another device is needed." });
      await expect(db.update(other, "applications", b, { status: "withdrawn" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      // Applied and withdrawn while offline: sync_push takes both steps (tests/sql/push.test.ts), a
      // table write does not.
      const third = await person(db, "tester");
      await expect(apply(db, id, third, { status: "withdrawn" })).rejects.toEqual(rejection("wrong_state"));
      expect(await db.update(otherDev, "applications", a, { status: "rejected" })).toBe(0);
    });

    test("T6 only active testers apply, and only to running campaigns", async () => {
      const id = await campaign(db, dev);
      await expect(apply(db, id, dev)).rejects.toEqual(rejection("not_allowed"));
      const inactive = await person(db, "tester", { status: "inactive" });
      await expect(apply(db, id, inactive)).rejects.toEqual(rejection("inactive"));
      await db.update(dev, "campaigns", id, { status: "completed" });
      await expect(apply(db, id, tester)).rejects.toEqual(rejection("campaign_closed"));
      await expect(apply(db, randomUUID(), tester)).rejects.toEqual(rejection("missing_parent"));
    });

    test("S10 accepted testers record the build's download once", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      const a = await apply(db, id, tester);
      await expect(db.update(tester, "applications", a, { downloaded_at: instant(0) })).rejects.toEqual(
        rejection("not_accepted"),
      );
      await db.update(dev, "applications", a, { status: "accepted" });
      await db.update(tester, "applications", a, { downloaded_at: instant(-1) });
      const { downloaded_at: first } = await db.row("applications", a);
      await db.update(tester, "applications", a, { downloaded_at: instant(0) });
      expect((await db.row("applications", a)).downloaded_at).toEqual(first);
    });
  });
});
