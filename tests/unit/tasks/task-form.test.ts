// The campaign form's check of tasks: where each problem is shown.
import { i18n } from "@lingui/core";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { tasksField } from "../../../src/features/tasks/task-form.ts";
import type { Task } from "../../../sync/schema/tasks.ts";
import { questionOf, stepsOf, taskOf } from "./cases.ts";

const problems = (...tasks: Task[]) => {
  const { issues = [] } = v.safeParse(tasksField, tasks);
  return issues.map(({ path = [], message }) => [path.map(({ key }) => key).join("."), message]);
};

i18n.loadAndActivate({ locale: "en", messages: {} });

describe("B16 S16 the tasks of the campaign form", () => {
  const script = taskOf({ steps: stepsOf("a") });

  test("accept numbers up to their limits", () => {
    const scale = questionOf({ kind: "scale", min: 0, max: 10 });
    const most = taskOf({
      ...script,
      minutes: 480,
      evidence: { minutes: 480, code: false, photo: false },
      questions: [scale],
    });
    expect(problems(most, taskOf({ id: "t2", kind: "check_in", days: 60 }))).toEqual([]);
  });

  test("name every invalid number at its field", () => {
    const scale = questionOf({ kind: "scale", min: 1, max: 11 });
    const long = taskOf({
      ...script,
      minutes: 481,
      evidence: { minutes: 1.5, code: false, photo: false },
      questions: [scale],
    });
    const days = taskOf({ id: "t2", kind: "check_in", days: 61, minutes: Number.NaN });
    expect(problems(long, days)).toEqual([
      ["0.minutes", "Between 0 and 480."],
      ["0.evidence.minutes", "Whole numbers only."],
      ["0.questions.0.max", "Between 0 and 10."],
      ["1.minutes", "Write only a number, such as 1250 or 12.50."],
      ["1.days", "Between 1 and 60."],
    ]);
  });

  test("name the first other problem at its field", () => {
    const blank = taskOf({ ...script, steps: [...stepsOf("a"), { id: "b", do: " ", expect: "" }] });
    expect(problems(script, { ...blank, id: "t2" })).toEqual([
      ["1.steps.1.do", "Say what to do, or remove this step."],
    ]);
    expect(problems(taskOf())).toEqual([["0.title", "A script needs at least one step."]]);
  });
});
