import { describe, expect, test } from "vitest";
import { answerText } from "../../../src/features/tasks/question-values.ts";
import { outcomesOf, problemsOf, resultSummary, summaryScore } from "../../../src/features/tasks/result-figures.ts";
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

describe("the results in a summary", () => {
  const nps = questionOf({ id: "q1", kind: "nps", text: "Would you recommend it?" });
  const survey = taskOf({ id: "t2", kind: "survey", title: "Survey", questions: [nps, questionOf({ id: "q2" })] });
  const answered = (n: number) =>
    Array.from({ length: n }, (_, i) =>
      takerOf(`Secret ${i}`, {
        t2: resultOfTask({ answers: { q1: 9, q2: `Secret words ${i}` }, note: "Secret note" }),
      }),
    );

  test("B17 S15 a summary has no result without tasks, and no score below five answers", () => {
    expect(resultSummary([], answered(5))).toBeNull();
    expect(resultSummary([survey], answered(4))?.questions).toMatchObject([{ n: 4, mean: null, deviation: null }]);
    const [question] = resultSummary([survey], answered(5))?.questions ?? [];
    expect(question).toMatchObject({ task: "Survey", text: "Would you recommend it?", n: 5, mean: 100, deviation: 0 });
    expect(question && summaryScore(question)).toEqual({ value: 100, n: 5, low: 100, high: 100 });
  });

  test("B17 S15 P2 a summary has the worst steps, and no name or word of a tester", () => {
    const submitted = { ...ada, results_status: "submitted" } as Application;
    const summary = resultSummary([task, survey], [submitted, ben, cleo, ...answered(5)]);
    expect(summary).toMatchObject({ takers: 8, submitted: 1, accepted: 0 });
    expect(summary?.steps).toEqual([
      { task: "Log in", number: 2, step: "Do b", failed: 1, blocked: 0, marked: 1 },
      { task: "Log in", number: 1, step: "Do a", failed: 0, blocked: 1, marked: 2 },
    ]);
    for (const secret of ["Secret", "White road", "No phone", "ada"])
      expect(JSON.stringify(summary)).not.toContain(secret);
  });
});
