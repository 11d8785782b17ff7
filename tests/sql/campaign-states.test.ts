// The state machines of campaigns and applications, and what the server fills in: every legal move
// is taken, every other one is refused with its code.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { refused } from "../fixtures/sql/refused.ts";
import { applicationId, apply, campaign, campaignInput, countsOf, day, instant, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other } = setUpPeople(db);

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
      await expect(db.update(dev, "campaigns", id, { status: "active" })).rejects.toEqual(refused("wrong_state"));
      await db.update(dev, "campaigns", id, { status: "completed" });
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
      expect(await countsOf(db, id)).toMatchObject({ testers_joined: 1 });
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
      // (tests/sql/push.test.ts), a table call does not.
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
});
