import { describe, expect, test } from "vitest";
import { answerText } from "../../../src/features/tasks/question-values.ts";
import { outcomesOf, problemsOf } from "../../../src/features/tasks/screens/results/figures.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Results } from "../../../sync/schema/tasks.ts";
import { marked, questionOf, resultOfTask, stepsOf, taskOf } from "./cases.ts";

const build = "b0000000-0000-4000-8000-000000000001";
const report = "f0000000-0000-4000-8000-000000000001";
const task = taskOf({ steps: stepsOf("a", "b") });
const takerOf = (id: string, results: Results) => ({ id, card: { name: id }, results }) as unknown as Application;
const ada = takerOf("ada", {
  t1: resultOfTask({
    steps: { a: { mark: "pass" }, b: { mark: "fail", note: "White road", report_id: report } },
    release_id: build,
  }),
});
const ben = takerOf("ben", { t1: resultOfTask({ steps: marked({ a: "blocked", b: "skip" }) }) });
const cleo = takerOf("cleo", { t1: resultOfTask({ state: "blocked", note: "No phone" }) });
const takers = [ada, ben, cleo, takerOf("dora", {})];

describe("the results of one task", () => {
  test("B16 who failed or was blocked at which step, with words and report, in the order of the steps", () => {
    const found = problemsOf(task, takers, "", undefined);
    expect(found.map(({ taker, number, mark, note, reportId }) => [taker.id, number, mark, note, reportId])).toEqual([
      ["cleo", 0, "blocked", "No phone", null],
      ["ben", 1, "blocked", "", null],
      ["ada", 2, "fail", "White road", report],
    ]);
    expect(problemsOf(task, takers, "", "b").map(({ taker }) => taker.id)).toEqual(["ada"]);
    expect(problemsOf(task, takers, build, undefined).map(({ taker }) => taker.id)).toEqual(["ada"]);
  });

  test("B16 counts testers by outcome, without those who have not begun", () => {
    expect(outcomesOf(task, takers, "")).toEqual({ failed: 1, blocked: 2, open: 0, passed: 0 });
    expect(outcomesOf(task, takers, build)).toEqual({ failed: 1, blocked: 0, open: 0, passed: 0 });
  });

  test("B16 lists 500 testers with 40 failed steps each at once", () => {
    const steps = stepsOf(...Array.from({ length: 40 }, (_, i) => `s${i}`));
    const marks = marked(Object.fromEntries(steps.map(({ id }) => [id, "fail" as const])));
    const many = Array.from({ length: 500 }, (_, i) => takerOf(`t${i}`, { t1: resultOfTask({ steps: marks }) }));
    const start = performance.now();
    expect(problemsOf(taskOf({ steps }), many, "", undefined)).toHaveLength(20_000);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test("B17 an answer in one line: a score for questionnaires, else what was chosen or typed", () => {
    const format = new Intl.NumberFormat("es", { maximumFractionDigits: 1 });
    const text = (kind: "sus" | "multiple" | "number" | "text", answer?: string | number | number[] | string[]) =>
      answerText(questionOf({ kind }), answer, format);
    expect(text("sus", [5, 1, 5, 1, 5, 1, 5, 1, 5, 2])).toBe("97,5");
    expect(text("multiple", ["Roads", "Lakes"])).toBe("Roads, Lakes");
    expect(text("number", 2.5)).toBe("2,5");
    expect(text("text")).toBe("");
  });
});
