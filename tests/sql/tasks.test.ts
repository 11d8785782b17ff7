// Tasks of briefs, and results: versions, rules, review and reward. Permissions are in
// supabase/tests/permissions.test.sql, limits of columns in limits.test.sql.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Application } from "../../sync/schema/applications.ts";
import type { Results, Task, TaskResult } from "../../sync/schema/tasks.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, day, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { marked, photoOf, questionOf, resultOfTask, stepsOf, taskOf } from "../unit/tasks/cases.ts";

const now = () => new Date().toISOString();
const script = taskOf({ steps: stepsOf("a", "b"), required_since: now() });
const done = (more: Partial<TaskResult> = {}) =>
  resultOfTask({ at: now(), steps: marked({ a: "pass", b: "fail" }), ...more });

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const stranger = setUpPerson(db, "developer");

  const tasksOf = async (id: string) => (await db.row<{ tasks: Task[] }>("briefs", id)).tasks;
  const applicationOf = (id: string) => db.row<Application>("applications", id);
  const save = (id: string, tasks: Task[]) => db.update(dev, "briefs", id, { tasks });
  const answer = (tester: string, id: string, results: Results, more: Row = {}) =>
    db.update(tester, "applications", id, { results, ...more });
  const submit = (tester: string, id: string) => db.update(tester, "applications", id, { results_status: "submitted" });
  const accept = (id: string, who = dev) => db.update(who, "applications", id, { results_status: "accepted" });
  const sendBack = (id: string, results_review: Row) =>
    db.update(dev, "applications", id, { results_status: "returned", results_review });
  const rewardsOf = (tester: string) =>
    db.owner<{ amount_cents: number; feedback_id: string | null }>(
      "select amount_cents, feedback_id from public.rewards where tester_id = $1",
      [tester],
    );

  /** A running campaign with tasks and an accepted tester. */
  async function tested(tasks: Task[] = [script], more: Row = {}) {
    const id = await campaign(db, dev, more);
    await save(id, tasks);
    const tester = await person(db, "tester");
    const application = await apply(db, id, tester);
    return { id, tester, application };
  }

  describe("tasks", () => {
    test("B16 a campaign says how many tasks new testers must do, and for how long", async () => {
      const id = await campaign(db, dev);
      const seen = async () => {
        await db.owner("select private.refresh_campaign_snapshots(only_spots => true)");
        const row = await db.row("campaigns", id);
        return [row.required_tasks, row.task_minutes];
      };
      const conditional = taskOf({
        ...{ id: "t3", kind: "explore", required_since: now() },
        only_if: { task: "t1", item: "a", is: ["fail"] },
      });
      await save(id, [script, taskOf({ id: "t2", kind: "explore", minutes: 5 }), conditional]);
      expect(await seen()).toEqual([1, 10]);
      const [page] = await db.owner<{ test: Row }>("select public.read_test($1) as test", [id]);
      expect(page?.test).toMatchObject({ required_tasks: 1, task_minutes: 10 });
      await save(id, [script, taskOf({ id: "t2", kind: "explore", minutes: 5, required_since: now() })]);
      expect(await seen()).toEqual([2, 15]);
      // A partial sum would make the pay per hour too high.
      await save(id, [script, taskOf({ id: "t2", kind: "explore", minutes: 0, required_since: now() })]);
      expect(await seen()).toEqual([2, 0]);
      await expect(db.update(dev, "campaigns", id, { required_tasks: 9 })).rejects.toThrow();
      await save(id, []);
      expect(await seen()).toEqual([0, 0]);
    });

    test("B16 a draft's tasks have version 1; an edit of a published task raises its version", async () => {
      const id = await campaign(db, dev, { status: "draft" });
      await save(id, [taskOf({ version: 7, steps: stepsOf("a") })]);
      await save(id, [taskOf({ steps: stepsOf("a", "b") })]);
      expect((await tasksOf(id)).map((t) => t.version)).toEqual([1]);
      await db.update(dev, "campaigns", id, { status: "active" });
      const second = taskOf({ id: "t2", kind: "explore" });
      await save(id, [taskOf({ title: "New", steps: stepsOf("a", "b") }), second]);
      expect((await tasksOf(id)).map((t) => t.version)).toEqual([2, 1]);
      // Unchanged tasks keep theirs, whatever the device sends.
      await save(id, [second, taskOf({ version: 9, title: "New", steps: stepsOf("a", "b") })]);
      expect((await tasksOf(id)).map((t) => [t.id, t.version])).toEqual([
        ["t2", 1],
        ["t1", 2],
      ]);
      // A removed task that returns is another version, too.
      await save(id, [second]);
      await save(id, [second, taskOf({ steps: stepsOf("c") })]);
      expect((await tasksOf(id)).map((t) => t.version)).toEqual([1, 3]);
    });

    test("B16 a task is required since the server learned so, and an optional one is not", async () => {
      const id = await campaign(db, dev);
      const longAgo = "2020-01-01T00:00:00.000Z";
      await save(id, [taskOf({ required_since: longAgo, steps: stepsOf("a") }), taskOf({ id: "t2", kind: "explore" })]);
      const [first, second] = await tasksOf(id);
      expect(Date.parse(first?.required_since ?? "")).toBeGreaterThan(Date.now() - 60_000);
      expect(second?.required_since).toBeNull();
      await save(id, [taskOf({ required_since: now(), title: "Renamed", steps: stepsOf("a") })]);
      expect((await tasksOf(id))[0]?.required_since).toBe(first?.required_since);
    });

    const other = taskOf({ id: "t2", kind: "explore" });
    const numbered = taskOf({ id: "1", steps: stepsOf("2") });
    test.each<[string, unknown]>([
      ["61 tasks", Array.from({ length: 61 }, (_, i) => taskOf({ id: `t${i}`, kind: "explore" }))],
      ["two tasks with one id", [script, script]],
      ["two items with one id", [taskOf({ steps: stepsOf("a"), questions: [questionOf({ id: "a" })] })]],
      ["a script without steps", [taskOf()]],
      ["a survey without questions", [taskOf({ kind: "survey" })]],
      ["a check-in without days", [taskOf({ kind: "check_in" })]],
      ["an empty step", [taskOf({ steps: [{ id: "a", do: " ", expect: "" }] })]],
      [
        "a choice with one option",
        [taskOf({ kind: "survey", questions: [questionOf({ kind: "single", options: ["A"] })] })],
      ],
      ["a scale without ends", [taskOf({ kind: "survey", questions: [questionOf({ kind: "scale" })] })]],
      ["a condition on an unknown task", [taskOf({ ...other, only_if: { task: "t9", item: "a", is: ["pass"] } })]],
      ["a condition on a later task", [taskOf({ ...other, only_if: { task: "t1", item: "a", is: ["pass"] } }), script]],
      [
        "a condition on an unknown item",
        [script, taskOf({ ...other, only_if: { task: "t1", item: "x", is: ["pass"] } })],
      ],
      [
        "a condition on a conditional task",
        [
          script,
          taskOf({ id: "t2", steps: stepsOf("c"), only_if: { task: "t1", item: "a", is: ["pass"] } }),
          taskOf({ id: "t3", kind: "explore", only_if: { task: "t2", item: "c", is: ["pass"] } }),
        ],
      ],
      ["a condition whose ids are numbers", [numbered, { ...other, only_if: { task: 1, item: 2, is: ["pass"] } }]],
      ["an id that devices ignore", [taskOf({ ...script, id: "constructor" })]],
      ["an unknown field", [{ ...script, formula: "1 + 1" }]],
      ["80 kB", Array.from({ length: 21 }, (_, i) => taskOf({ id: `t${i}`, kind: "explore", body: "x".repeat(4000) }))],
    ])("B16 V5 rejects %s", async (_, tasks) => {
      const id = await campaign(db, dev);
      await expect(db.update(dev, "briefs", id, { tasks })).rejects.toEqual(rejection("23514"));
    });
  });

  describe("results", () => {
    test("B16 a tester answers task by task; the set is frozen once submitted", async () => {
      const { tester, application } = await tested();
      await answer(tester, application, { t1: done({ steps: marked({ a: "pass" }) }) });
      await expect(submit(tester, application)).rejects.toEqual(rejection("answer_required"));
      await answer(tester, application, { t1: done() });
      await submit(tester, application);
      const row = await applicationOf(application);
      expect(row).toMatchObject({
        results_status: "submitted",
        results_submitted_at: expect.anything(),
        results_due_at: expect.anything(),
      });
      await expect(answer(tester, application, { t1: done({ minutes: 5 }) })).rejects.toEqual(rejection("text_frozen"));
      await expect(db.update(tester, "applications", application, { results_status: "" })).rejects.toEqual(
        rejection("wrong_state"),
      );
    });

    test("B16 a blocked task counts as done, and one that is not shown is not owed", async () => {
      const { tester, application } = await tested([
        script,
        taskOf({
          id: "t2",
          steps: stepsOf("c"),
          required_since: now(),
          only_if: { task: "t1", item: "a", is: ["fail"] },
        }),
      ]);
      await answer(tester, application, { t1: resultOfTask({ at: now(), state: "blocked", note: "No login" }) });
      await submit(tester, application);
      expect((await applicationOf(application)).results_status).toBe("submitted");
      const second = await tested([
        script,
        taskOf({
          id: "t2",
          steps: stepsOf("c"),
          required_since: now(),
          only_if: { task: "t1", item: "b", is: ["fail"] },
        }),
      ]);
      await answer(second.tester, second.application, { t1: done() });
      await expect(submit(second.tester, second.application)).rejects.toEqual(rejection("answer_required"));
    });

    test("B16 an edited task keeps answers to its earlier version, and adds no work for accepted testers", async () => {
      const { id, tester, application } = await tested();
      await answer(tester, application, { t1: done() });
      await save(id, [
        taskOf({ steps: stepsOf("a", "z"), required_since: now() }),
        taskOf({ id: "t2", steps: stepsOf("c"), required_since: now() }),
      ]);
      // The developer has removed step b; the device has not pulled the new version.
      await answer(tester, application, { t1: done({ steps: marked({ a: "fail", b: "pass" }) }) });
      await submit(tester, application);
      expect((await applicationOf(application)).results.t1).toMatchObject({
        version: 1,
        steps: { b: { mark: "pass" } },
      });
      // Two devices that answered both versions: their merge has steps of both.
      await sendBack(application, { t1: "Once more" });
      await answer(tester, application, {
        t1: done({ version: 2, steps: marked({ a: "pass", b: "pass", z: "pass" }) }),
      });
      expect((await applicationOf(application)).results.t1?.version).toBe(2);
    });

    test("B16 an edited question keeps answers to its earlier version, also of another kind", async () => {
      const survey = (more: Partial<Task["questions"][number]>) => [
        taskOf({
          kind: "survey",
          questions: [questionOf({ id: "q", ...more }), questionOf({ id: "r", required: false })],
        }),
      ];
      const answers = (more: TaskResult["answers"], version = 1) => ({
        t1: resultOfTask({ at: now(), version, answers: { q: "A", ...more } }),
      });
      const { id, tester, application } = await tested(survey({ kind: "single", options: ["A", "B"] }));
      await answer(tester, application, answers({}));
      await save(id, survey({ kind: "single", options: ["B", "C"] }));
      await answer(tester, application, answers({ r: "Not sure" }));
      await save(id, survey({ kind: "scale", min: 1, max: 5 }));
      await answer(tester, application, answers({ r: "Sure" }, 3));
      await answer(tester, application, answers({ q: "C" }, 2));
      await answer(tester, application, answers({ q: 5 }, 3));
      await expect(answer(tester, application, answers({ q: 6 }, 3))).rejects.toEqual(rejection("invalid"));
      await expect(answer(tester, application, answers({ q: "D" }, 3))).rejects.toEqual(rejection("invalid"));
    });

    test("B16 a later tester does the tasks of their day", async () => {
      const { id } = await tested();
      await save(id, [script, taskOf({ id: "t2", steps: stepsOf("c"), required_since: now() })]);
      const tester = await person(db, "tester");
      const application = await apply(db, id, tester);
      await answer(tester, application, { t1: done() });
      await expect(submit(tester, application)).rejects.toEqual(rejection("answer_required"));
      await answer(tester, application, { t1: done(), t2: done({ steps: marked({ c: "pass" }) }) });
      await submit(tester, application);
    });

    test.each<[string, Results | Row, string]>([
      ["an unknown task", { t9: done() }, "invalid"],
      ["an unknown version", { t1: done({ version: 2 }) }, "invalid"],
      ["an unknown step", { t1: done({ steps: marked({ z: "pass" }) }) }, "invalid"],
      ["an answer to a step", { t1: done({ answers: { a: "x" } }) }, "invalid"],
      ["a mark on a question", { t1: done({ steps: marked({ q: "pass" }) }) }, "invalid"],
      ["a choice that is no option", { t1: done({ answers: { q: "C" } }) }, "invalid"],
      ["SUS with nine items", { t1: done({ answers: { s: [1, 1, 1, 1, 1, 1, 1, 1, 1] } }) }, "invalid"],
      ["SUS beyond 5", { t1: done({ answers: { s: [1, 1, 1, 1, 1, 1, 1, 1, 1, 6] } }) }, "invalid"],
      ["NPS beyond 10", { t1: done({ answers: { n: 11 } }) }, "invalid"],
      ["a check-in tomorrow week", { t1: done({ days: [day(8)] }) }, "invalid"],
      ["a check-in before the acceptance", { t1: done({ days: [day(-2)] }) }, "invalid"],
      ["a check-in listed twice", { t1: done({ days: [day(0), day(0)] }) }, "23514"],
      ["a check-in on a day that does not exist", { t1: done({ days: ["2026-02-30"] }) }, "invalid"],
      [
        "a conflict at a time that does not exist",
        { t1: done({ conflicts: [{ id: "a", at: "2026-02-30T00:00:00.000Z", value: "x" }] }) },
        "invalid",
      ],
      ["a time before the campaign", { t1: done({ at: "2020-01-01T00:00:00.000Z" }) }, "too_early"],
      ["a day that does not exist", { t1: done({ at: "2025-02-30T00:00:00.000Z" }) }, "invalid"],
      ["another campaign's build", { t1: done({ release_id: randomUUID() }) }, "forbidden"],
      ["a key of another build", { [`t1.${randomUUID()}`]: done() }, "invalid"],
      ["an unknown mark", { t1: { ...done(), steps: { a: { mark: "maybe" } } } }, "23514"],
      ["an unknown field", { t1: { ...done(), score: 1 } }, "23514"],
      [
        "40 kB",
        Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`t${i}`, done({ note: "x".repeat(1000) })])),
        "23514",
      ],
    ])("B16 V5 rejects %s", async (_, results, code) => {
      const questions = [
        questionOf({ id: "q", kind: "single", options: ["A", "B"], required: false }),
        questionOf({ id: "s", kind: "sus", text: "", required: false }),
        questionOf({ id: "n", kind: "nps", required: false }),
      ];
      const { tester, application } = await tested([taskOf({ ...script, questions })]);
      await answer(tester, application, {
        t1: done({ answers: { q: "A", s: [1, 1, 1, 1, 1, 1, 1, 1, 1, 5], n: 10 } }),
      });
      await expect(
        db.update(tester, "applications", application, { results: { ...results, t1: results.t1 ?? done() } }),
      ).rejects.toEqual(rejection(code));
    });

    test("B16 V5 rejects whole numbers that are written with decimals, which SQL cannot read as integers", async () => {
      const { id, tester, application } = await tested([script]);
      const result = JSON.stringify({ t1: done({ photos: [photoOf({ size: 1000 })] }) });
      for (const [field, odd] of [
        ['"version":1', '"version":1.0'],
        ['"minutes":0', '"minutes":2.0'],
        ['"size":1000', '"size":1000.0'],
      ] as const)
        await expect(
          db.update(tester, "applications", application, { results: result.replace(field, odd) }),
        ).rejects.toEqual(rejection("23514"));
      await expect(
        db.update(dev, "briefs", id, { tasks: JSON.stringify([script]).replace('"minutes":10', '"minutes":10.0') }),
      ).rejects.toEqual(rejection("23514"));
    });

    test("B16 P2 nobody else writes them, and a report in them is the tester's own", async () => {
      const { id, tester, application } = await tested();
      const second = await person(db, "tester");
      await apply(db, id, second);
      const foreign = await report(db, id, second);
      const failed = { t1: done({ steps: { a: { mark: "fail" as const, report_id: foreign } } }) };
      await expect(answer(tester, application, failed)).rejects.toEqual(rejection("forbidden"));
      expect(await answer(second, application, { t1: done() })).toBe(0);
      await expect(answer(dev, application, { t1: done() })).rejects.toEqual(rejection("not_allowed"));
      await answer(tester, application, { t1: done() });
      await expect(answer(tester, application, {})).rejects.toEqual(rejection("invalid"));
      await expect(db.update(tester, "applications", application, { results_review: { t1: "Good" } })).rejects.toEqual(
        rejection("not_allowed"),
      );
      await submit(tester, application);
      await expect(db.update(tester, "applications", application, { results_status: "accepted" })).rejects.toEqual(
        rejection("wrong_state"),
      );
      expect(await accept(application, stranger)).toBe(0);
    });

    test("B16 only accepted testers answer, within the campaign's days, and late arrivals count", async () => {
      const { id } = await tested([script], { auto_select: false });
      const tester = await person(db, "tester");
      const pending = await applicationId(db, id, tester);
      await apply(db, id, tester);
      await expect(answer(tester, pending, { t1: done() })).rejects.toEqual(rejection("not_accepted"));
      const closed = await tested();
      await db.withoutMoves(
        "update public.campaigns set end_date = $2, start_date = $3, status = 'completed' where id = $1",
        [closed.id, day(-3), day(-20)],
      );
      await expect(answer(closed.tester, closed.application, { t1: done() })).rejects.toEqual(rejection("too_late"));
      const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
      await expect(answer(closed.tester, closed.application, { t1: done({ at, days: [day(-1)] }) })).rejects.toEqual(
        rejection("invalid"),
      );
      await answer(closed.tester, closed.application, { t1: done({ at }) });
      await submit(closed.tester, closed.application);
    });

    test("B16 a result per build names a build of the campaign", async () => {
      const app = await newApp(db, dev);
      const build = await newRelease(db, dev, app);
      const { id, tester, application } = await tested([taskOf({ ...script, per_build: true })], { app_id: app });
      await db.update(dev, "briefs", id, { release_id: build });
      await db.update(tester, "applications", application, { release_id: build });
      await answer(tester, application, { t1: done() });
      await expect(submit(tester, application)).rejects.toEqual(rejection("answer_required"));
      await answer(tester, application, { t1: done(), [`t1.${build}`]: done({ release_id: build }) });
      await submit(tester, application);
    });

    test("B16 a time in the future counts as now", async () => {
      const { tester, application } = await tested();
      await answer(
        tester,
        application,
        { t1: done({ at: "2999-01-01T00:00:00.000Z" }) },
        { sync_client: "phone", sync_seq: 5 },
      );
      const row = await applicationOf(application);
      expect(Date.parse(row.results.t1?.at ?? "")).toBeLessThanOrEqual(Date.now() + 1000);
      expect(row.sync_client).toBe("");
    });
  });

  describe("review", () => {
    async function submitted(more: Row = {}) {
      const made = await tested([script], more);
      await answer(made.tester, made.application, { t1: done() });
      await submit(made.tester, made.application);
      return made;
    }

    test("B16 one decision accepts the set, or sends it back with a reason per task", async () => {
      const { tester, application } = await submitted();
      await expect(sendBack(application, {})).rejects.toEqual(rejection("reason_required"));
      await expect(sendBack(application, { t9: "Why?" })).rejects.toEqual(rejection("reason_required"));
      await expect(db.update(dev, "applications", application, { results_review: { t1: "Why?" } })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await sendBack(application, { t1: "Which phone?" });
      expect(await applicationOf(application)).toMatchObject({
        results_status: "returned",
        results_review: { t1: "Which phone?" },
        results_due_at: null,
      });
      expect(
        await db.owner(
          "select data ->> 'reason' as reason from public.notifications where user_id = $1 and kind = 'results_returned'",
          [tester],
        ),
      ).toEqual([{ reason: "Which phone?" }]);
      await expect(accept(application)).rejects.toEqual(rejection("wrong_state"));
      await answer(tester, application, { t1: done({ note: "Pixel 9" }) });
      await submit(tester, application);
      await accept(application);
      expect(await applicationOf(application)).toMatchObject({
        results_status: "accepted",
        results_review: {},
        results_reviewed_at: expect.anything(),
      });
      await expect(sendBack(application, { t1: "No" })).rejects.toEqual(rejection("wrong_state"));
    });

    test("B16 the server accepts a set at the end of the review window", async () => {
      const { application, tester } = await submitted();
      await db.withoutMoves(
        "update public.applications set results_due_at = now() - interval '1 minute' where id = $1",
        [application],
      );
      const [due] = await db.owner<{ items: string[] }>("select private.due_items('accept_results') as items");
      expect(due?.items).toContain(application);
      expect(await db.owner("select private.do_item('accept_results', $1) as n", [application])).toEqual([{ n: 1 }]);
      expect(await db.owner("select private.do_item('accept_results', $1) as n", [application])).toEqual([{ n: 0 }]);
      expect((await applicationOf(application)).results_status).toBe("accepted");
      expect(await rewardsOf(tester)).toHaveLength(1);
    });

    test("B16 accepted results complete a test like an approved report", async () => {
      const { id, application } = await submitted();
      await accept(application);
      await db.update(dev, "campaigns", id, { status: "completed" });
      expect((await applicationOf(application)).status).toBe("completed");
      const later = await submitted();
      await db.update(dev, "campaigns", later.id, { status: "completed" });
      await accept(later.application);
      expect((await applicationOf(later.application)).status).toBe("completed");
    });

    const approve = (id: string) => db.update(dev, "feedback", id, { status: "approved", usefulness: 4 });

    test("B16 S12 the set alone pays once", async () => {
      const { tester, application } = await submitted();
      await accept(application);
      expect(await rewardsOf(tester)).toEqual([{ amount_cents: 1500, feedback_id: null }]);
    });

    test("B16 S12 set, then report: paid once", async () => {
      const { id, tester, application } = await submitted();
      await accept(application);
      await approve(await report(db, id, tester));
      expect(await rewardsOf(tester)).toHaveLength(1);
    });

    test("B16 S12 report, then set: paid once, when the required tasks are done", async () => {
      const { id, tester, application } = await tested();
      const first = await report(db, id, tester);
      await approve(first);
      expect(await rewardsOf(tester)).toEqual([]);
      await answer(tester, application, { t1: done() });
      expect(await rewardsOf(tester)).toEqual([]);
      await submit(tester, application);
      expect(await rewardsOf(tester)).toEqual([{ amount_cents: 1500, feedback_id: first }]);
      await accept(application);
      expect(await rewardsOf(tester)).toHaveLength(1);
    });

    test("B16 S12 a report that waited for required tasks is paid when they are removed or become optional", async () => {
      for (const tasks of [[], [taskOf({ ...script, required_since: null })]]) {
        const { id, tester } = await tested();
        const waiting = await report(db, id, tester);
        await approve(waiting);
        await save(id, [{ ...script, title: "Sign in" }]);
        expect(await rewardsOf(tester)).toEqual([]);
        await save(id, tasks);
        const [due] = await db.owner<{ items: string[] }>("select private.due_items('pay_freed_reports') as items");
        expect(due?.items).toEqual([waiting]);
        await db.owner("select private.do_item('pay_freed_reports', $1)", [waiting]);
        expect(await db.owner("select report_id from private.freed_reports")).toEqual([]);
        expect(await rewardsOf(tester)).toEqual([{ amount_cents: 1500, feedback_id: waiting }]);
        await approve(await report(db, id, tester));
        expect(await rewardsOf(tester)).toHaveLength(1);
      }
    });

    test("B16 S12 a report pays at once where no task is required, also with tasks that came later", async () => {
      const { id, tester } = await tested([taskOf({ kind: "explore" })]);
      await save(id, [taskOf({ kind: "explore" }), taskOf({ ...script, id: "t2" })]);
      await approve(await report(db, id, tester));
      expect(await rewardsOf(tester)).toHaveLength(1);
    });

    test("B16 S12 other reward models pay for what they name, not for results", async () => {
      const { tester, application } = await submitted({ reward_model: "suggestions" });
      await accept(application);
      expect(await rewardsOf(tester)).toEqual([]);
    });
  });

  describe("retests", () => {
    const zero = { fixed: 0, still_there: 0, unclear: 0 };
    const tallyOf = async (id: string) => (await db.row<{ retests: object }>("feedback", id)).retests;

    /** An approved report, fixed in a build of the campaign. */
    async function fixed() {
      const app = await newApp(db, dev);
      const [build, next] = [await newRelease(db, dev, app), await newRelease(db, dev, app)];
      const made = await tested([script], { app_id: app });
      for (const release_id of [next, build]) await db.update(dev, "briefs", made.id, { release_id });
      const found = await report(db, made.id, made.tester);
      await db.update(dev, "feedback", found, { status: "approved", usefulness: 4 });
      const volunteer = await person(db, "tester");
      const other = await apply(db, made.id, volunteer);
      return { ...made, report: found, build, next, volunteer, other };
    }
    const retest = (who: string, application: string, of: string, release_id: string, mark = "fixed") =>
      db.update(who, "applications", application, { retests: { [of]: { mark, release_id, at: now() } } });

    test("B18 the author retests the fix, others once the issue is known; report and brief have the tally", async () => {
      const { id, tester, application, report: found, build, next, volunteer, other } = await fixed();
      await db.update(dev, "feedback", found, { fixed_release_id: build });
      await retest(tester, application, found, build);
      expect(await tallyOf(found)).toEqual({ ...zero, fixed: 1 });
      await expect(retest(volunteer, other, found, build)).rejects.toEqual(rejection("forbidden"));
      await db.update(dev, "feedback", found, { known: true });
      await retest(volunteer, other, found, build, "still_there");
      const tally = { ...zero, fixed: 1, still_there: 1 };
      expect(await tallyOf(found)).toEqual(tally);
      expect((await db.row<Row>("briefs", id)).known_issues).toMatchObject([
        { fixed_release_id: build, retests: tally },
      ]);
      // A changed answer counts once, and another build starts a new tally.
      await retest(volunteer, other, found, build, "unclear");
      expect(await tallyOf(found)).toEqual({ ...zero, fixed: 1, unclear: 1 });
      await db.update(dev, "feedback", found, { fixed_release_id: next });
      expect(await tallyOf(found)).toEqual(zero);
      await retest(tester, application, found, next, "still_there");
      expect(await tallyOf(found)).toEqual({ ...zero, still_there: 1 });
    });

    test("B18 P4 a photo of a retest opens to the report's developer only, until another build replaces the answer", async () => {
      const { tester, application, report: found, build, next } = await fixed();
      const photo = photoOf({ sha256: "d".repeat(64), size: 3 });
      const name = `${tester}/${photo.sha256}`;
      const answer = (release_id: string, photos = [photo]) =>
        db.update(tester, "applications", application, {
          retests: { [found]: { mark: "still_there", release_id, at: now(), photos } },
        });
      const sees = async (who: string) =>
        (await db.query(who, "select 1 from storage.objects where name = $1", [name])).length === 1;
      await answer(build);
      await db.query(
        tester,
        "insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{\"size\": 3}')",
        [name],
      );
      await db.query(tester, "select public.attachment_arrived($1, $2)", [application, photo.id]);
      expect((await db.row<Row>("applications", application)).uploaded).toEqual([photo.id]);
      const stranger = await person(db, "developer");
      expect([await sees(tester), await sees(dev), await sees(stranger)]).toEqual([true, true, false]);
      await expect(
        answer(
          build,
          Array.from({ length: 6 }, () => photoOf()),
        ),
      ).rejects.toEqual(rejection("23514"));
      await answer(next, []);
      expect((await db.row<Row>("applications", application)).uploaded).toEqual([]);
      expect(await sees(dev)).toBe(false);
    });

    test("B18 a fix asks the author to retest, also of an issue that is not known", async () => {
      const { report: found, build } = await fixed();
      await db.update(dev, "feedback", found, { fixed_release_id: build });
      expect(await db.owner("select kind from private.build_notices where id = $1", [found])).toEqual([
        { kind: "issue_fixed" },
      ]);
    });

    test("B18 B3 a tester who was asked to check a fix is reminded once, three days later, unless they answered", async () => {
      const asked = [await fixed(), await fixed(), await fixed()] as const;
      const [silent, answered, withdrawn] = asked;
      for (const { report: found, build } of asked) {
        await db.update(dev, "feedback", found, { fixed_release_id: build });
        await db.owner("select private.send_build_notice($1, 100)", [found]);
      }
      await retest(answered.tester, answered.application, answered.report, answered.build, "unclear");
      await db.withoutMoves("update public.releases set status = 'withdrawn' where id = $1", [withdrawn.build]);
      const remind = (at: string) => db.owner("select private.send_reminders($1)", [at]);
      const told = (who: string) =>
        db.owner("select link, data from public.notifications where user_id = $1 and kind = 'reminder_retest'", [who]);
      await remind(`${day(2)}T12:00:00Z`);
      expect(await told(silent.tester)).toEqual([]);
      for (const at of [4, 8]) await remind(`${day(at)}T12:00:00Z`);
      expect(await told(silent.tester)).toMatchObject([
        {
          link: `/tester/tests/${silent.id}`,
          data: { campaign_id: silent.id, feedback_id: silent.report, release_id: silent.build },
        },
      ]);
      for (const one of [answered, withdrawn]) expect(await told(one.tester)).toEqual([]);
      expect(
        await db.owner("select 1 from private.reminders where person_id = any ($1)", [asked.map((one) => one.tester)]),
      ).toEqual([]);
    });

    test("B18 V5 rejects retests of other reports, builds and people", async () => {
      const { id, tester, application, report: found, build, volunteer, other } = await fixed();
      const open = await report(db, id, tester);
      await expect(retest(tester, application, open, build)).rejects.toEqual(rejection("forbidden"));
      await expect(retest(tester, application, randomUUID(), build)).rejects.toEqual(rejection("forbidden"));
      await expect(retest(tester, application, found, randomUUID())).rejects.toEqual(rejection("forbidden"));
      await expect(retest(tester, application, found, build, "maybe")).rejects.toEqual(rejection("23514"));
      await expect(retest(tester, application, found.toUpperCase(), build)).rejects.toEqual(rejection("23514"));
      const odd = { [found]: { mark: "fixed", release_id: build, at: "2026-02-30T00:00:00.000Z" } };
      await expect(db.update(tester, "applications", application, { retests: odd })).rejects.toEqual(
        rejection("invalid"),
      );
      await expect(retest(dev, application, found, build)).rejects.toEqual(rejection("not_allowed"));
      expect(await retest(volunteer, application, found, build)).toBe(0);
      await db.update(volunteer, "applications", other, { status: "withdrawn" });
      await expect(retest(volunteer, other, found, build)).rejects.toEqual(rejection("not_accepted"));
    });
  });
});
