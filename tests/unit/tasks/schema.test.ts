// What the schemas of tasks and results accept.
import * as v from "valibot";
import { expect, test } from "vitest";
import { results, retests, task } from "../../../sync/schema/tasks.ts";
import { questionOf, resultOfTask, stepsOf, taskOf } from "./cases.ts";

const release = "3f2b8c1e-0000-4000-8000-000000000001";

test.each([
  ["a script", taskOf({ steps: stepsOf("a", "b") }), true],
  ["forty steps", taskOf({ steps: stepsOf(...Array.from({ length: 40 }, (_, i) => `s${i}`)) }), true],
  ["forty-one steps", taskOf({ steps: stepsOf(...Array.from({ length: 41 }, (_, i) => `s${i}`)) }), false],
  ["an id with a capital letter", taskOf({ id: "T1" }), false],
  ["an id of 13 characters", taskOf({ id: "a".repeat(13) }), false],
  ["no title", taskOf({ title: "" }), false],
  ["a title of two lines", taskOf({ title: "a\nb" }), false],
  ["version 0", taskOf({ version: 0 }), false],
  ["a question", taskOf({ questions: [questionOf({ kind: "scale", min: 1, max: 7 })] }), true],
  ["a scale beyond 10", taskOf({ questions: [questionOf({ kind: "scale", min: 1, max: 11 })] }), false],
  ["21 options", taskOf({ questions: [questionOf({ options: Array.from({ length: 21 }, String) })] }), false],
  ["a check-in for 61 days", taskOf({ kind: "check_in", days: 61 }), false],
])("B16 V5 a task: %s", (_, value, valid) => {
  expect(v.is(task, value)).toBe(valid);
});

test.each([
  ["an answer", { t1: resultOfTask({ answers: { q1: "x", q2: 5, q3: [1, 2], q4: ["a"] } }) }, true],
  ["an answer per build", { [`t1.${release}`]: resultOfTask({ release_id: release }) }, true],
  ["a note of 1,001 characters", { t1: resultOfTask({ note: "x".repeat(1001) }) }, false],
  ["a conflict", { t1: resultOfTask({ conflicts: [{ id: "_note", at: resultOfTask().at, value: "x" }] }) }, true],
  ["a number beyond a billion, which SQL rejects", { t1: resultOfTask({ answers: { q1: 1e9 + 1 } }) }, false],
  ["a day that is none", { t1: resultOfTask({ days: ["30.11.2026"] }) }, false],
])("B16 V5 results: %s", (_, value, valid) => {
  expect(v.is(results, value)).toBe(valid);
});

test("B18 V5 a retest says whether a report's finding is fixed", () => {
  const at = resultOfTask().at;
  expect(v.is(retests, { [release]: { mark: "fixed", release_id: release, at } })).toBe(true);
  expect(v.is(retests, { [release]: { mark: "pass", release_id: release, at } })).toBe(false);
  expect(v.is(retests, { r1: { mark: "fixed", release_id: release, at } })).toBe(false);
});
