// Tasks in the campaign form: new ones, and their validation. The server validates again.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { now } from "#lib/clock.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import {
  type Question,
  type QuestionKind,
  type Step,
  type Task,
  type TaskKind,
  taskLimits,
} from "#sync/schema/tasks.ts";
import { problemOf, type TaskProblem } from "#sync/tasks/task-problems.ts";
import { valuesOf } from "./question-values.ts";

/** Id of a task, step or question within its list. */
export const newKey = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 8);

export const newStep = (): Step => ({ id: newKey(), do: "", expect: "" });

export const newQuestion = (kind: QuestionKind = "text"): Question => ({
  ...{ id: newKey(), kind, text: "", required: true, options: [] },
  ...(kind === "scale" ? { min: 1, max: 5 } : { min: 0, max: 0 }),
});

export const newTask = (kind: TaskKind): Task => ({
  ...{ id: newKey(), version: 1, kind, title: "", body: "" },
  steps: kind === "script" ? [newStep()] : [],
  questions: kind === "survey" ? [newQuestion()] : [],
  required_since: new Date(now()).toISOString(),
  ...{ per_build: false, minutes: 0, days: kind === "check_in" ? 14 : 0, only_if: null },
  evidence: { minutes: 0, code: false, photo: false },
});

/** A copy with its own ids. Its condition still refers to the earlier task. */
export const copyOf = (task: Task): Task => ({
  ...structuredClone(task),
  id: newKey(),
  version: 1,
});

const messages: Readonly<Record<TaskProblem["problem"], MessageDescriptor>> = {
  no_title: msg`Give the task a title.`,
  no_steps: msg`A script needs at least one step.`,
  empty_step: msg`Say what to do, or remove this step.`,
  no_questions: msg`A survey needs at least one question.`,
  empty_question: msg`Write the question, or remove it.`,
  too_few_options: msg`Give at least two answers to choose from.`,
  equal_options: msg`Two answers are the same.`,
  no_scale: msg`The scale must end above its start.`,
  no_days: msg`Give at least one day.`,
  same_id: msg`Remove this task and add it again.`,
  unknown_condition: msg`Choose the answers that show this task.`,
  nested_condition: msg`A condition cannot refer to a task that has one itself.`,
  too_many: msg`A campaign can have at most 60 tasks.`,
  too_large: msg`The tasks are too long altogether. Shorten some texts.`,
};

type Place = readonly (string | number)[];

const isBlank = (text: string) => trimmed(text) === "";
const choices = (kind: QuestionKind) => kind === "single" || kind === "multiple";

/** Returns where in the task a problem is shown. */
function placeOf({ steps, questions }: Task, problem: TaskProblem["problem"]): Place {
  const question = (matches: (one: Question) => boolean, field: keyof Question): Place => [
    ...["questions", Math.max(0, questions.findIndex(matches)), field],
  ];
  switch (problem) {
    case "empty_step":
      return [
        "steps",
        Math.max(
          0,
          steps.findIndex((one) => isBlank(one.do)),
        ),
        "do",
      ];
    case "empty_question":
      return question(({ kind, text }) => kind !== "sus" && kind !== "umux_lite" && isBlank(text), "text");
    case "too_few_options":
      return question(({ kind, options }) => choices(kind) && options.length < 2, "options");
    case "equal_options":
      return question(({ kind, options }) => choices(kind) && new Set(options).size < options.length, "options");
    case "no_scale":
      return question(({ kind, min, max }) => kind === "scale" && min >= max, "max");
    case "no_days":
      return ["days"];
    case "unknown_condition":
    case "nested_condition":
      return ["only_if"];
    default:
      return ["title"];
  }
}

interface Amount {
  place: Place;
  value: number | null;
  min: number;
  max: number;
}

/** The numbers of a task with their limits. SQL has the same (private.is_task). */
const amountsOf = ({ kind, minutes, days, evidence, questions }: Task): Amount[] => [
  { place: ["minutes"], value: minutes, min: 0, max: taskLimits.minutes },
  { place: ["evidence", "minutes"], value: evidence.minutes, min: 0, max: taskLimits.minutes },
  ...(kind === "check_in" ? [{ place: ["days"], value: days, min: 1, max: taskLimits.days }] : []),
  ...questions.flatMap((one, at) =>
    one.kind === "scale"
      ? (["min", "max"] as const).map((end) => ({ place: ["questions", at, end], value: one[end], min: 0, max: 10 }))
      : [],
  ),
];

/** Why a number is invalid; undefined if it is valid. */
function amountProblem({ value, min, max }: Amount): MessageDescriptor | undefined {
  if (value === null || Number.isNaN(value)) return msg`Write only a number, such as 1250 or 12.50.`;
  if (!Number.isInteger(value)) return msg`Whole numbers only.`;
  return value < min || value > max ? msg`Between ${min} and ${max}.` : undefined;
}

/**
 * The schema of the form's tasks. Shows every invalid number, and the first other problem, at its
 * field.
 */
export const tasksField = v.pipe(
  v.array(v.custom<Task>(() => true)),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const tasks = dataset.value;
    const add = (keys: Place, message: MessageDescriptor) =>
      addIssue({
        message: lazyMessage(message)(),
        // Cast: valibot's type has a shape for each container, and a form reads only the keys.
        path: keys.map((key) => ({ type: "unknown", origin: "value", input: tasks, key, value: tasks })) as never,
      });
    for (const [at, task] of tasks.entries())
      for (const amount of amountsOf(task)) {
        const problem = amountProblem(amount);
        if (problem) add([at, ...amount.place], problem);
      }
    const found = problemOf(tasks);
    const task = found && tasks[Math.min(found.at, tasks.length - 1)];
    if (!found || !task) return;
    add([tasks.indexOf(task), ...placeOf(task, found.problem)], messages[found.problem]);
  }),
);

/** Items whose answers can show a later task, with their possible answers. */
export interface ConditionItem {
  id: string;
  text: string;
  /** Step marks have labels of their own. */
  values: readonly string[];
  isStep: boolean;
}

export const conditionItems = ({ steps, questions }: Task): ConditionItem[] => [
  ...steps.map((step) => ({ id: step.id, text: step.do, values: ["pass", "fail", "blocked", "skip"], isStep: true })),
  ...questions.flatMap((one) => {
    const values = valuesOf(one);
    return values.length === 0 ? [] : [{ id: one.id, text: one.text, values, isStep: false }];
  }),
];
