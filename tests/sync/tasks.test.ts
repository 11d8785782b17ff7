// Tasks and results on real devices: two offline devices, concurrent edits, review.
import { describe, expect, test } from "vitest";
import { row } from "../../sync/database/query.ts";
import { campaignComplete, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportFixedIn, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { restoreText } from "../../sync/mutations/outbox.ts";
import { commitReview, scheduleReview, undoReview } from "../../sync/mutations/pending-reviews.ts";
import { answerSave, resultsSubmit, retestSave } from "../../sync/mutations/tasks.ts";
import { applicationTo, scheduledResults, setsWaiting } from "../../sync/queries/applications.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { testsOfTester } from "../../sync/queries/tester-tests.ts";
import type { Task, TaskResult } from "../../sync/schema/tasks.ts";
import { long } from "../fixtures/long.ts";
import {
  joinCampaign,
  password,
  personsStore,
  publishCampaign,
  reportApprove,
  reportById,
  type Someone,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";
import { marked, stepsOf, taskOf } from "../unit/tasks/cases.ts";

describe("tasks", () => {
  const scenario = useScenario();
  const script = taskOf({ steps: stepsOf("a", "b", "c"), required_since: new Date().toISOString() });
  const briefOf = (id: string) => row<"briefs">(`brief|${id}`, "briefs", id);
  const applicationOf = (id: string) => row<"applications">(`application|${id}`, "applications", id);

  const saveTasks = async (dev: Someone, id: string, tasks: Task[]) =>
    campaignEdit(await dev.store(), id, {}, { instructions: "", build_url: "", release_id: null, tasks });

  /** A running script, its tester on two devices, and the developer. */
  async function started(tasks: Task[] = [script]) {
    const dev = await scenario.signedUp("developer");
    const phone = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev);
    value(await saveTasks(dev, campaign.id, tasks));
    await dev.drained();
    const { id } = await joinCampaign(phone, campaign);
    const laptop: Someone = Object.assign(await scenario.device(), { person: phone.person });
    value(await laptop.sync.signIn({ email: phone.person.email, password, remember: true }));
    await personsStore(laptop, phone.person.id);
    for (const who of [phone, laptop]) {
      await who.see(briefOf(campaign.id), (brief) => brief?.tasks.length === tasks.length);
      await who.see(applicationTo(campaign.id, phone.person.id), (a) => a?.status === "accepted");
    }
    return { dev, phone, laptop, campaign, id };
  }

  const answer = async (who: Someone, id: string, result: Partial<TaskResult>, task = script) =>
    value(
      await answerSave(await who.store(), id, task, (before) => ({
        ...result,
        steps: { ...before.steps, ...result.steps },
      })),
    );
  const submit = async (who: Someone, id: string, tasks = [script]) =>
    value(await resultsSubmit(await who.store(), id, tasks));
  const reconnect = async (who: Someone) => {
    who.network.up = true;
    await who.sync.syncNow();
    await who.drained();
  };
  const nothingRejected = async (...people: Someone[]) => {
    for (const who of people) expect(await who.see(rejectedChanges(), () => true)).toEqual([]);
  };

  test("B16 O2 M6 two offline devices answer one script: every answer arrives, a conflict is kept", async () => {
    const { dev, phone, laptop, id } = await started();
    phone.network.up = false;
    laptop.network.up = false;
    await answer(phone, id, { steps: { a: { mark: "pass" }, b: { mark: "fail", note: "Crashes" } } });
    await answer(laptop, id, { steps: { b: { mark: "pass" }, c: { mark: "skip" } } });
    await reconnect(phone);
    await reconnect(laptop);
    const seen = await dev.see(applicationOf(id), (a) => Object.keys(a?.results.t1?.steps ?? {}).length === 3);
    expect(seen?.results.t1).toMatchObject({
      steps: { a: { mark: "pass" }, b: { mark: "pass" }, c: { mark: "skip" } },
      conflicts: [{ id: "b", value: { mark: "fail", note: "Crashes" } }],
    });
    await phone.see(applicationOf(id), (a) => a?.results.t1?.conflicts !== undefined);
    await submit(phone, id);
    await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    await nothingRejected(phone, laptop, dev);
  });

  test("B16 O2 a task edited and a campaign closed meanwhile lose no answer", async () => {
    const { dev, phone, campaign, id } = await started();
    phone.network.up = false;
    await answer(phone, id, { steps: marked({ a: "pass", b: "pass", c: "pass" }) });
    await submit(phone, id);
    const edited = taskOf({ ...script, title: "Log in again", steps: stepsOf("a", "z") });
    value(await saveTasks(dev, campaign.id, [edited, taskOf({ id: "t2", kind: "explore" })]));
    const saved = await dev.see(briefOf(campaign.id), (one) => one?.tasks.length === 2);
    expect(saved?.tasks.map((task) => task.version)).toEqual([2, 1]);
    await dev.drained();
    value(await campaignComplete(await dev.store(), campaign.id));
    await dev.drained();
    await reconnect(phone);
    const seen = await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    expect(seen?.results.t1).toMatchObject({ version: 1, state: "done", steps: { c: { mark: "pass" } } });
    await nothingRejected(phone, dev);
  });

  test("B16 O2 a set submitted on one device is frozen on the other: its late answer goes to the outbox", async () => {
    const { phone, laptop, dev, id } = await started();
    laptop.network.up = false;
    await answer(laptop, id, { steps: { a: { mark: "fail", note: "Only here" } } });
    await answer(phone, id, { steps: marked({ a: "pass", b: "pass", c: "pass" }) });
    await submit(phone, id);
    await phone.drained();
    await reconnect(laptop);
    const [entry] = await laptop.see(rejectedChanges(), (list) => list.length > 0);
    expect(JSON.stringify(entry)).toContain("Only here");
    const seen = await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    expect(seen?.results.t1?.steps).toEqual(marked({ a: "pass", b: "pass", c: "pass" }));
  });

  test("B16 S14 S18 a waiting set is counted until it is decided; a review can be undone, is written offline, and pays once", async () => {
    const { dev, phone, campaign, id } = await started();
    const progress = (done: number) =>
      phone.see(testsOfTester(phone.person.id), ([test]) => test?.tasks?.tasks === 1 && test.tasks.done === done);
    await progress(0);
    await answer(phone, id, { steps: marked({ a: "pass", b: "pass", c: "pass" }) });
    await progress(1);
    await submit(phone, id);
    await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    const store = await dev.store();
    const back = { to: "returned", reasons: { t1: "Which phone?" } } as const;
    const waiting = (count: number) => dev.see(setsWaiting(dev.person.id), ({ total }) => total === count);
    expect((await waiting(1)).byCampaign).toEqual(new Map([[campaign.id, 1]]));
    value(await scheduleReview(store, [id], back, "page"));
    expect(await dev.see(scheduledResults(), (all) => all.size > 0)).toEqual(new Map([[id, back]]));
    await waiting(0);
    value(await undoReview(store, [id]));
    await waiting(1);
    expect((await dev.see(applicationOf(id), () => true))?.results_status).toBe("submitted");
    dev.network.up = false;
    value(await scheduleReview(store, [id], back, "page"));
    value(await commitReview(store, [id]));
    await reconnect(dev);
    const returned = await phone.see(applicationOf(id), (a) => a?.results_status === "returned");
    expect(returned?.results_review).toEqual({ t1: "Which phone?" });
    await answer(phone, id, { note: "Pixel 9" });
    await submit(phone, id);
    await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    value(await scheduleReview(store, [id], { to: "accepted" }, "page"));
    value(await commitReview(store, [id]));
    await phone.see(applicationOf(id), (a) => a?.results_status === "accepted");
    const paid = await scenario.sql("select amount_cents from rewards where tester_id = $1", [phone.person.id]);
    expect(paid).toEqual([{ amount_cents: 1500 }]);
    await nothingRejected(phone, dev);
  });

  test("B16 O2 an accepted set that another device sent back meanwhile goes to the outbox", long, async () => {
    const { dev, phone, id } = await started();
    const desk: Someone = Object.assign(await scenario.device(), { person: dev.person });
    value(await desk.sync.signIn({ email: dev.person.email, password, remember: true }));
    await personsStore(desk, dev.person.id);
    await answer(phone, id, { steps: marked({ a: "pass", b: "pass", c: "pass" }) });
    await submit(phone, id);
    for (const who of [dev, desk]) await who.see(applicationOf(id), (a) => a?.results_status === "submitted");
    dev.network.up = false;
    value(await scheduleReview(await dev.store(), [id], { to: "accepted" }, "page"));
    value(await commitReview(await dev.store(), [id]));
    const back = { to: "returned", reasons: { t1: "Which phone?" } } as const;
    value(await scheduleReview(await desk.store(), [id], back, "page"));
    value(await commitReview(await desk.store(), [id]));
    await desk.drained();
    await reconnect(dev);
    const [entry] = await dev.see(rejectedChanges(), (list) => list.length > 0);
    expect(entry).toMatchObject({ kind: "recovered", field: "results_status", text: "accepted", id });
    expect(await dev.see(applicationOf(id), (a) => a?.results_status === "returned")).toMatchObject({
      results_review: { t1: "Which phone?" },
    });
    // Once the tester submits again, the decision can be repeated.
    await phone.see(applicationOf(id), (a) => a?.results_status === "returned");
    await submit(phone, id);
    await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    value(await restoreText(await dev.store(), entry?.key ?? ""));
    await phone.see(applicationOf(id), (a) => a?.results_status === "accepted");
    await nothingRejected(dev, desk, phone);
  });

  test("B16 V5 the device rejects what the server rejects", async () => {
    const { dev, phone, campaign, id } = await started();
    const store = await phone.store();
    const mine = await answerSave(store, id, script, () => ({ note: "x".repeat(1001) }));
    expect(mine).toMatchObject({ ok: false, error: { type: "invalid" } });
    await answer(phone, id, { steps: marked({ a: "pass" }) });
    expect(await resultsSubmit(store, id, [script])).toMatchObject({ error: { code: "answer_required" } });
    await answer(phone, id, { steps: marked({ a: "pass", b: "pass", c: "pass" }) });
    await submit(phone, id);
    const late = await answerSave(store, id, script, () => ({ minutes: 1 }));
    expect(late).toMatchObject({ error: { code: "text_frozen" } });
    const empty = await saveTasks(dev, campaign.id, [taskOf()]);
    expect(empty).toMatchObject({ error: { type: "invalid", issues: [{ path: "tasks.0", message: "no_steps" }] } });
    const back = await scheduleReview(await dev.store(), [id], { to: "returned", reasons: {} }, "page");
    value(back);
    await dev.see(applicationOf(id), (a) => a?.results_status === "submitted");
    expect(await commitReview(await dev.store(), [id])).toMatchObject({ error: { code: "reason_required" } });
  });

  test("B18 O2 the author retests a fix offline, and the developer sees the tally", async () => {
    const { dev, phone, campaign, id } = await started();
    const [app, build] = [crypto.randomUUID(), crypto.randomUUID()];
    const owner = dev.person.id;
    const seeding = "with seeding as (select set_config('betaflock.seeding', 'on', true))";
    await scenario.sql(
      `${seeding} insert into apps (id, developer_id, title) select $1::uuid, $2::uuid, 'Map' from seeding`,
      [app, owner],
    );
    await scenario.sql(
      `${seeding} insert into releases (id, app_id, developer_id, version) select $1::uuid, $2::uuid, $3::uuid, '2' from seeding`,
      [build, app, owner],
    );
    await scenario.sql("update briefs set release_id = $2 where id = $1", [campaign.id, build]);
    const application = await phone.see(applicationOf(id), (a) => a !== null);
    if (!application) throw new Error("unreachable");
    const { id: report } = value(await reportStart(await phone.store(), application, ""));
    value(await reportEdit(await phone.store(), report, { rating: 3, summary: "It stops", details: "At once." }));
    value(await reportSubmit(await phone.store(), report));
    await dev.see(reportById(report), (r) => r?.status === "submitted");
    value(await reportApprove(await dev.store(), report, 4));
    value(await reportFixedIn(await dev.store(), report, build));
    await phone.see(reportById(report), (r) => r?.fixed_release_id === build);
    phone.network.up = false;
    value(await retestSave(await phone.store(), id, report, { mark: "still_there", release_id: build, note: "Same" }));
    await reconnect(phone);
    const seen = await dev.see(reportById(report), (r) => r?.retests.still_there === 1);
    expect(seen?.retests).toEqual({ fixed: 0, still_there: 1, unclear: 0 });
    await nothingRejected(phone, dev);
  });
});
