import { describe, expect, test } from "vitest";
import { itemsOf, nextItem, nextStep } from "../../../src/features/tasks/task-items.ts";
import { marked, questionOf, resultOfTask, stepsOf, taskOf } from "./cases.ts";

const accepted = "2026-11-20T00:00:00.000Z";
const required_since = "2026-11-01T00:00:00.000Z";
const taker = {
  ...{ results: {}, release_id: null, accepted_at: accepted },
  ...{ results_status: "" as const, results_review: {}, results_reviewed_at: null },
};
const script = taskOf({ id: "t1", steps: stepsOf("a", "b", "c") });
const survey = taskOf({ id: "t2", kind: "survey", questions: [questionOf()], required_since });

describe("a tester's tasks", () => {
  test("B16 the next task is the next required one, then any open one", () => {
    const items = itemsOf([script, survey], taker);
    expect(items.map((item) => [item.task.id, item.isRequired, item.isOpen])).toEqual([
      ["t1", false, true],
      ["t2", true, true],
    ]);
    expect(nextItem(items)?.task.id).toBe("t2");
    const done = { t2: resultOfTask({ state: "done", answers: { q1: "Dark" } }) };
    expect(nextItem(itemsOf([script, survey], { ...taker, results: done }), "t2")?.task.id).toBe("t1");
    expect(nextItem(itemsOf([survey], { ...taker, results: done }))).toBeUndefined();
  });

  test("B16 a task that became required after the tester was accepted is optional", () => {
    const late = taskOf({ ...survey, required_since: "2026-11-21T00:00:00.000Z" });
    expect(itemsOf([late], taker)[0]?.isRequired).toBe(false);
  });

  test("B16 a task that was sent back is open until it is answered again", () => {
    const returned = (at: string) => ({
      ...taker,
      results: { t1: resultOfTask({ state: "done", steps: marked({ a: "pass", b: "pass", c: "pass" }), at }) },
      ...{ results_status: "returned" as const, results_review: { t1: "Which phone?" } },
      results_reviewed_at: "2026-11-30T10:00:00.000Z",
    });
    expect(itemsOf([script], returned("2026-11-30T09:00:00.000Z"))).toMatchObject([
      { isDone: true, isOpen: true, reason: "Which phone?" },
    ]);
    expect(itemsOf([script], returned("2026-11-30T11:00:00.000Z"))).toMatchObject([
      { isOpen: false, reason: "Which phone?" },
    ]);
    const later = { ...returned("2026-11-30T11:00:00.000Z"), results_status: "submitted" as const };
    expect(itemsOf([script], later)).toMatchObject([{ reason: "" }]);
  });

  test("B16 the next step is the first one without a mark, from the current one on", () => {
    const result = resultOfTask({ steps: marked({ b: "pass" }) });
    expect(nextStep(script, undefined)).toBe("a");
    expect(nextStep(script, result, "a")).toBe("c");
    expect(nextStep(script, result, "c")).toBe("a");
    expect(nextStep(script, resultOfTask({ steps: marked({ a: "pass", b: "pass" }) }), "c")).toBeUndefined();
  });
});
