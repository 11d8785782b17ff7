// Rules between fields and tasks, which the schema cannot express. SQL has the same
// (private.is_tasks).
import { trimmed } from "../inputs/single-line.ts";
import { type Task, taskLimits } from "../schema/tasks.ts";
import { jsonBytes } from "../schema/templates.ts";

export interface TaskProblem {
  /** Index of the task. */
  at: number;
  problem:
    | "no_title"
    | "no_steps"
    | "empty_step"
    | "no_questions"
    | "empty_question"
    | "too_few_options"
    | "equal_options"
    | "no_scale"
    | "no_days"
    | "same_id"
    | "unknown_condition"
    | "nested_condition"
    | "too_many"
    | "too_large";
}

const isBlank = (text: string) => trimmed(text) === "";

function problemOfQuestion({
  kind,
  text,
  options,
  min,
  max,
}: Task["questions"][number]): TaskProblem["problem"] | null {
  if (kind !== "sus" && kind !== "umux_lite" && isBlank(text)) return "empty_question";
  if (kind === "single" || kind === "multiple") {
    if (options.filter((one) => !isBlank(one)).length < Math.max(2, options.length)) return "too_few_options";
    return new Set(options).size === options.length ? null : "equal_options";
  }
  return kind === "scale" && min >= max ? "no_scale" : null;
}

function problemOfTask(task: Task, at: number, tasks: readonly Task[]): TaskProblem["problem"] | null {
  const { kind, title, steps, questions, days, only_if } = task;
  if (isBlank(title)) return "no_title";
  if (kind === "script" && steps.length === 0) return "no_steps";
  if (steps.some((step) => isBlank(step.do))) return "empty_step";
  if (kind === "survey" && questions.length === 0) return "no_questions";
  const question = questions.map(problemOfQuestion).find((problem) => problem !== null);
  if (question) return question;
  if (kind === "check_in" && days === 0) return "no_days";
  const ids = [...steps, ...questions].map(({ id }) => id);
  if (new Set(ids).size < ids.length || tasks.findIndex(({ id }) => id === task.id) < at) return "same_id";
  if (!only_if) return null;
  const target = tasks.slice(0, at).find(({ id }) => id === only_if.task);
  if (target?.only_if) return "nested_condition";
  const items = [...(target?.steps ?? []), ...(target?.questions ?? [])];
  return items.some(({ id }) => id === only_if.item) && only_if.is.length > 0 ? null : "unknown_condition";
}

/** Returns the first problem of the tasks; null if they can be saved. */
export function problemOf(tasks: readonly Task[]): TaskProblem | null {
  if (tasks.length > taskLimits.tasks) return { at: taskLimits.tasks, problem: "too_many" };
  for (const [at, task] of tasks.entries()) {
    const problem = problemOfTask(task, at, tasks);
    if (problem) return { at, problem };
  }
  return jsonBytes(tasks) > taskLimits.bytes ? { at: tasks.length - 1, problem: "too_large" } : null;
}
