// The outcome of tasks, and which ones are to be done.
import { expect, test } from "vitest";
import type { TaskResult } from "../../../sync/schema/tasks.ts";
import {
  isDone,
  isOfEarlierVersion,
  isVisible,
  minutesOfAll,
  missingTasks,
  outcomeOf,
  progressOf,
  resultKey,
  taskOfKey,
  unanswered,
} from "../../../sync/tasks/outcome.ts";
import { marked, questionOf, resultOfTask, stepsOf, taskOf } from "./cases.ts";

const script = taskOf({ steps: stepsOf("a", "b", "c") });

test.each([
  ["no result", undefined, "open", false],
  ["nothing marked", {}, "open", false],
  ["all passed", { steps: marked({ a: "pass", b: "pass", c: "pass" }) }, "passed", true],
  ["skipped steps", { steps: marked({ a: "pass", b: "skip", c: "pass" }) }, "passed", true],
  ["one left", { steps: marked({ a: "pass", b: "pass" }) }, "open", false],
  ["failed before the end", { steps: marked({ a: "fail" }) }, "failed", false],
  ["failed and blocked", { steps: marked({ a: "blocked", b: "fail", c: "pass" }) }, "failed", true],
  ["blocked and open", { steps: marked({ a: "pass", b: "blocked" }) }, "blocked", false],
  ["the whole task is blocked", { state: "blocked", note: "No login" }, "blocked", true],
  ["failed, then blocked", { state: "blocked", steps: marked({ a: "fail" }) }, "failed", true],
  ["a mark of a removed step", { steps: marked({ a: "pass", b: "pass", x: "fail" }) }, "open", false],
] satisfies [string, Partial<TaskResult> | undefined, string, boolean][])(
  "B16 a script: %s",
  (_, result, outcome, done) => {
    const given = result && resultOfTask(result);
    expect([outcomeOf(script, given), isDone(script, given)]).toEqual([outcome, done]);
  },
);

const survey = taskOf({ kind: "survey", questions: [questionOf(), questionOf({ id: "q2", required: false })] });
const checkIn = taskOf({ kind: "check_in", days: 2 });
const explore = taskOf({ kind: "explore" });
const coded = taskOf({ steps: stepsOf("a"), evidence: { minutes: 0, code: true, photo: false } });

test("B16 counts the required questions without an answer", () => {
  expect(unanswered(survey, undefined)).toBe(1);
  expect(unanswered(survey, resultOfTask({ answers: { q1: "", q2: "x" } }))).toBe(1);
  expect(unanswered(survey, resultOfTask({ answers: { q1: "x" } }))).toBe(0);
});

test.each([
  ["a survey without its required answer", survey, { answers: { q2: "x" } }, false],
  ["a survey with an empty answer", survey, { answers: { q1: "" } }, false],
  ["a survey with its required answer", survey, { answers: { q1: "x" } }, true],
  ["a check-in on one of two days", checkIn, { days: ["2026-11-29"] }, false],
  ["a check-in on both days", checkIn, { days: ["2026-11-29", "2026-11-30"] }, true],
  ["an exploration that goes on", explore, { note: "So far so good" }, false],
  ["a launch code", coded, { steps: marked({ a: "pass" }), code: "-4711" }, true],
  ["a launch code of spaces and dashes", coded, { steps: marked({ a: "pass" }), code: "- –" }, false],
  ["an exploration that ended", explore, { state: "done" as const }, true],
] satisfies [string, typeof survey, Partial<TaskResult>, boolean][])("B16 %s", (_, task, result, done) => {
  expect(isDone(task, resultOfTask(result))).toBe(done);
});

const first = taskOf({
  id: "t1",
  kind: "survey",
  steps: stepsOf("s"),
  questions: [questionOf({ options: ["Yes", "No"] })],
});
const second = taskOf({ id: "t2", only_if: { task: "t1", item: "q1", is: ["Yes", "4"] } });

test.each([
  ["no answer", {}, false],
  ["another answer", { answers: { q1: "No" } }, false],
  ["the answer", { answers: { q1: "Yes" } }, true],
  ["one of several answers", { answers: { q1: ["No", "Yes"] } }, true],
  ["a number", { answers: { q1: 4 } }, true],
] satisfies [string, Partial<TaskResult>, boolean][])("B16 only_if: %s", (_, result, visible) => {
  expect(isVisible(second, [first, second], { t1: resultOfTask(result) }, null)).toBe(visible);
});

test("B16 only_if may name a step's mark", () => {
  const task = taskOf({ id: "t2", only_if: { task: "t1", item: "s", is: ["fail"] } });
  expect(isVisible(task, [first, task], { t1: resultOfTask({ steps: marked({ s: "fail" }) }) }, null)).toBe(true);
  expect(isVisible(task, [first, task], { t1: resultOfTask({ steps: marked({ s: "pass" }) }) }, null)).toBe(false);
});

test("B16 only tasks that were required when the tester was accepted are missing", () => {
  const accepted_at = "2026-11-10T00:00:00.000Z";
  const required = (id: string, day: string, more = {}) =>
    taskOf({ id, steps: stepsOf("a"), required_since: `2026-11-${day}T00:00:00.000Z`, ...more });
  const tasks = [
    required("done", "01"),
    required("open", "01"),
    required("later", "20"),
    required("hidden", "01", { only_if: { task: "done", item: "a", is: ["fail"] } }),
    taskOf({ id: "optional", steps: stepsOf("a") }),
  ];
  const results = { done: resultOfTask({ steps: marked({ a: "pass" }) }) };
  expect(missingTasks(tasks, { results, release_id: null, accepted_at }).map(({ id }) => id)).toEqual(["open"]);
  expect(progressOf(tasks, { results, release_id: null, accepted_at })).toEqual({ tasks: 4, done: 1, minutes: 30 });
});

test("B16 the minutes of all tasks are known once each has an estimate; those left count the known ones", () => {
  const known = taskOf({ minutes: 10 });
  const unknown = taskOf({ id: "t2", minutes: 0 });
  expect(minutesOfAll([known, known])).toBe(20);
  expect(minutesOfAll([known, unknown])).toBe(0);
  expect(minutesOfAll([])).toBe(0);
  expect(progressOf([known, unknown], { results: {}, release_id: null, accepted_at: null }).minutes).toBe(10);
});

test("B16 a task per build has a result for each build, and results name their version", () => {
  const release = "3f2b8c1e-0000-4000-8000-000000000001";
  expect(resultKey(taskOf({ per_build: true }), release)).toBe(`t1.${release}`);
  expect(resultKey(taskOf(), release)).toBe("t1");
  expect(taskOfKey(`t1.${release}`)).toBe("t1");
  expect(isOfEarlierVersion(taskOf({ version: 2 }), resultOfTask())).toBe(true);
});
