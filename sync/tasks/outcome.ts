// Derives the outcome of tasks from results, and which tasks are to be done.
import type { Answer, Results, Task, TaskResult } from "../schema/tasks.ts";

export type Outcome = "failed" | "blocked" | "open" | "passed";

const splitAt = (key: string): number => (key.includes(".") ? key.indexOf(".") : key.length);
/** Returns the task of a key of `results`. */
export const taskOfKey = (key: string): string => key.slice(0, splitAt(key));

/** Returns the key of a task's result for the tester's build. */
export const resultKey = (task: Pick<Task, "id" | "per_build">, releaseId: string | null): string =>
  task.per_build && releaseId !== null ? `${task.id}.${releaseId}` : task.id;

/** Returns the result of a task for the tester's build. */
const resultOf = (task: Task, results: Results, releaseId: string | null): TaskResult | undefined =>
  results[resultKey(task, releaseId)];

/** True for a result of an earlier version of the task. */
export const isOfEarlierVersion = (task: Task, result: TaskResult): boolean => result.version !== task.version;

const isEmpty = (value: Answer | undefined): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** True if answers end the task; otherwise the tester says that it is done. */
export const isAnswerable = ({ steps, days, questions }: Task): boolean =>
  steps.length > 0 || days > 0 || questions.some(({ required }) => required);

/** True for a code of spaces and dashes, which do not count (private.plain_code). */
const isBlankCode = (code: string): boolean => /^[\s\u2010-\u2015\u2212-]*$/u.test(code.normalize("NFKC"));

/** Returns the evidence that the task demands and the result lacks. */
export function missingEvidence({ evidence }: Task, result: TaskResult | undefined): (keyof Task["evidence"])[] {
  const { minutes = 0, code = "", photos = [] } = result ?? {};
  return [
    ...(minutes < evidence.minutes ? (["minutes"] as const) : []),
    ...(evidence.code && isBlankCode(code) ? (["code"] as const) : []),
    ...(evidence.photo && photos.length === 0 ? (["photo"] as const) : []),
  ];
}

/** Counts the required questions without an answer. */
export const unanswered = ({ questions }: Task, result: TaskResult | undefined): number =>
  questions.filter(({ id, required }) => required && isEmpty(result?.answers?.[id])).length;

/** True when everything is answered. Never true without steps, days or required questions. */
function isComplete(task: Task, result: TaskResult): boolean {
  const { steps, days } = result;
  return (
    task.steps.every(({ id }) => steps?.[id]) &&
    unanswered(task, result) === 0 &&
    (days ?? []).length >= task.days &&
    missingEvidence(task, result).length === 0 &&
    isAnswerable(task)
  );
}

/** True when nothing is left to do. Blocked counts as done; an edit reopens no done task. */
export const isDone = (task: Task, result: TaskResult | undefined): boolean =>
  result !== undefined && (result.state !== "open" || isComplete(task, result));

/**
 * Sets `state` after an answer: complete tasks are done. Tasks without anything to answer, and
 * blocked ones, keep what the tester says, but none is done without its evidence.
 */
export function withState(task: Task, result: TaskResult): TaskResult {
  if (result.state === "blocked") return result;
  const isDone = isAnswerable(task)
    ? isComplete(task, result)
    : result.state === "done" && missingEvidence(task, result).length === 0;
  return { ...result, state: isDone ? "done" : "open" };
}

/** Any failed step: failed; else any blocked: blocked; else anything left: open; else passed. */
export function outcomeOf(task: Task, result: TaskResult | undefined): Outcome {
  const marks = task.steps.map(({ id }) => result?.steps?.[id]?.mark);
  if (marks.includes("fail")) return "failed";
  if (result?.state === "blocked" || marks.includes("blocked")) return "blocked";
  return isDone(task, result) ? "passed" : "open";
}

/** True if the answers show the task to the tester: see `only_if`. */
export function isVisible(task: Task, tasks: readonly Task[], results: Results, releaseId: string | null): boolean {
  const { only_if } = task;
  if (!only_if) return true;
  const earlier = tasks.find(({ id }) => id === only_if.task);
  const result = earlier && resultOf(earlier, results, releaseId);
  const given = result?.steps?.[only_if.item]?.mark ?? result?.answers?.[only_if.item];
  return [given].flat().some((one) => one !== undefined && only_if.is.includes(String(one)));
}

/** True if a tester accepted at that time must do the task. */
export const isRequired = (task: Task, acceptedAt: string | null): boolean =>
  task.required_since !== null && acceptedAt !== null && task.required_since <= acceptedAt;

/** Returns what each new tester must do. SQL counts the same (private.required_work). */
export const requiredOfAll = (tasks: readonly Task[]): Task[] =>
  tasks.filter(({ required_since, only_if }) => required_since !== null && only_if === null);

/** Minutes of all tasks; 0 if one has no estimate, since a partial sum promises too little work. */
export const minutesOfAll = (tasks: readonly Task[]): number =>
  tasks.every(({ minutes }) => minutes > 0) ? tasks.reduce((sum, { minutes }) => sum + minutes, 0) : 0;

interface Taker {
  results: Results;
  release_id: string | null;
  accepted_at: string | null;
}

/** Returns the visible tasks that the tester must still do before submitting. */
export const missingTasks = (tasks: readonly Task[], { results, release_id, accepted_at }: Taker): Task[] =>
  tasks.filter(
    (task) =>
      isRequired(task, accepted_at) &&
      isVisible(task, tasks, results, release_id) &&
      !isDone(task, resultOf(task, results, release_id)),
  );

/** Returns the progress over visible tasks, with the estimated minutes of the remaining ones. */
export function progressOf(tasks: readonly Task[], { results, release_id }: Taker) {
  const visible = tasks.filter((task) => isVisible(task, tasks, results, release_id));
  const left = visible.filter((task) => !isDone(task, resultOf(task, results, release_id)));
  return {
    tasks: visible.length,
    done: visible.length - left.length,
    minutes: left.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}
