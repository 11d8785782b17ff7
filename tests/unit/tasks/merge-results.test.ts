// Two devices of one tester that answered the same tasks without a network.
import { expect, test } from "vitest";
import { mergeResults, mergeRetests, type Retests } from "../../../sync/database/merge-results.ts";
import type { Results, TaskResult } from "../../../sync/schema/tasks.ts";
import { marked, photoOf, resultOfTask } from "./cases.ts";

const [early, late] = ["2026-11-30T11:00:00.000Z", "2026-11-30T12:00:00.000Z"];
const results = (more: Partial<TaskResult> = {}): Results => ({ t1: resultOfTask(more) });
const pass = { mark: "pass" } as const;
const [kept, removed, mine, theirs] = [photoOf(), photoOf(), photoOf(), photoOf()];
const fail = { mark: "fail", note: "Crashes" } as const;

const cases: [string, Results, Results, Results, Partial<TaskResult>][] = [
  [
    "steps of both sides",
    results({ steps: { a: pass } }),
    results({ at: early, steps: { a: pass, b: pass } }),
    results({ at: late, steps: { a: pass, c: fail } }),
    { at: late, steps: { a: pass, b: pass, c: fail } },
  ],
  [
    "one side's change of an answered step",
    results({ steps: { a: pass } }),
    results({ at: early, steps: { a: fail } }),
    results({ at: late, steps: { a: pass, b: pass } }),
    { at: late, steps: { a: fail, b: pass } },
  ],
  [
    "two answers to one step: the later one stays, both are kept",
    results(),
    results({ at: early, steps: { a: fail } }),
    results({ at: late, steps: { a: pass } }),
    { at: late, steps: { a: pass }, conflicts: [{ id: "a", at: early, value: fail }] },
  ],
  [
    "the same answer twice is no conflict",
    results(),
    results({ at: early, steps: { a: pass } }),
    results({ at: late, steps: { a: pass } }),
    { at: late, steps: { a: pass } },
  ],
  [
    "a step that one side cleared",
    results({ steps: { a: pass, b: pass } }),
    results({ at: late, steps: { b: pass } }),
    results({ at: early, steps: { a: pass, b: pass, c: pass } }),
    { at: late, steps: { b: pass, c: pass } },
  ],
  [
    "a step that one side cleared and the other one changed",
    results({ steps: { a: pass } }),
    results({ at: early, steps: {} }),
    results({ at: late, steps: { a: fail } }),
    { at: late, steps: { a: fail } },
  ],
  [
    "two answers to one question",
    results(),
    results({ at: late, answers: { q: [4, 5] } }),
    results({ at: early, answers: { q: [1, 2], p: "x" } }),
    { at: late, answers: { q: [4, 5], p: "x" }, conflicts: [{ id: "q", at: early, value: [1, 2] }] },
  ],
  [
    "two notes",
    results(),
    results({ at: early, note: "No login" }),
    results({ at: late, note: "No network" }),
    { at: late, note: "No network", conflicts: [{ id: "_note", at: early, value: "No login" }] },
  ],
  [
    "check-ins of both sides",
    results({ days: ["2026-11-28"] }),
    results({ at: early, days: ["2026-11-28", "2026-11-30"] }),
    results({ at: late, days: ["2026-11-28", "2026-11-29"] }),
    { at: late, days: ["2026-11-28", "2026-11-29", "2026-11-30"] },
  ],
  [
    "answers to two versions of a task",
    results({ steps: { a: pass } }),
    results({ at: late, steps: { a: pass, b: pass } }),
    results({ at: early, version: 2, steps: { a: pass, c: pass } }),
    { at: late, version: 2, steps: { a: pass, b: pass, c: pass } },
  ],
  [
    "an end and a code of different sides, and the longer time",
    results(),
    results({ at: early, state: "blocked", minutes: 7 }),
    results({ at: late, code: "4711", minutes: 5 }),
    { at: late, state: "blocked", code: "4711", minutes: 7 },
  ],
  [
    "photos of both sides, without one that a side removed",
    results({ photos: [kept, removed] }),
    results({ at: early, photos: [kept, removed, mine] }),
    results({ at: late, photos: [kept, theirs] }),
    { at: late, photos: [kept, theirs, mine] },
  ],
];

test.each(cases)("B16 M6 %s", (_, base, mine, theirs, expected) => {
  expect(mergeResults(base, mine, theirs)).toEqual(results(expected));
});

test("B16 M6 tasks of both sides stay, and merging again changes nothing", () => {
  const mine = { t1: resultOfTask({ at: early, steps: { a: fail } }), t2: resultOfTask() };
  const theirs = { t1: resultOfTask({ at: late, steps: { a: pass } }), t3: resultOfTask() };
  const merged = mergeResults({}, mine, theirs);
  expect(Object.keys(merged).sort()).toEqual(["t1", "t2", "t3"]);
  expect(mergeResults(theirs, merged, theirs)).toEqual(merged);
  expect(mergeResults({}, merged, merged)).toEqual(merged);
  expect(mergeResults({}, theirs, mine)).toEqual(merged);
});

test("B16 M6 the newest fifty conflicts stay", () => {
  const many = (at: string, mark: "pass" | "fail") =>
    results({ at, steps: marked(Object.fromEntries(Array.from({ length: 60 }, (__, i) => [`s${i}`, mark]))) });
  const conflicts = mergeResults(results(), many(early, "fail"), many(late, "pass")).t1?.conflicts ?? [];
  expect(conflicts).toHaveLength(50);
  expect(conflicts.at(-1)).toMatchObject({ id: "s59" });
});

const [old, build] = [crypto.randomUUID(), crypto.randomUUID()];
const retest = (more: Partial<Retests[string]> = {}): Retests => ({
  r1: { mark: "fixed", release_id: build, at: early, ...more },
});

test.each<[string, Retests, Retests, Retests, Retests]>([
  [
    "a mark of one device and a note of the other",
    retest({ at: "" }),
    retest({ mark: "still_there" }),
    retest({ at: late, note: "Slow" }),
    retest({ at: late, mark: "still_there", note: "Slow" }),
  ],
  [
    "two answers: the later mark, the photos and notes of both",
    {},
    retest({ at: late, mark: "still_there", note: "At the lake", photos: [mine] }),
    retest({ note: "All good", photos: [theirs] }),
    retest({ at: late, mark: "still_there", note: "At the lake\nAll good", photos: [theirs, mine] }),
  ],
  [
    "an earlier state of the same note once",
    {},
    retest({ at: late, note: "At the lake" }),
    retest({ note: "At the" }),
    retest({ at: late, note: "At the lake" }),
  ],
  [
    "the later one of answers about two builds",
    retest({ release_id: old, photos: [kept] }),
    retest({ at: late, note: "New" }),
    retest({ release_id: old, note: "Old", photos: [kept] }),
    retest({ at: late, note: "New" }),
  ],
  [
    "photos without one that a side removed",
    retest({ photos: [kept, removed] }),
    retest({ at: late, photos: [kept] }),
    retest({ photos: [kept, removed, theirs] }),
    retest({ at: late, photos: [kept, theirs] }),
  ],
])("B18 M6 retests on two devices keep %s", (_, base, mine, theirs, expected) => {
  const other = { r2: { mark: "unclear", release_id: build, at: early } } as const;
  const merged = mergeRetests(base, { ...mine, ...other }, theirs);
  expect(merged).toEqual({ ...expected, ...other });
  expect(mergeRetests(theirs, merged, theirs)).toEqual(merged);
});
