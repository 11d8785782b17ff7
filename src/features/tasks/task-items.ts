// A tester's tasks with what is left to do.
import type { Application } from "#sync/schema/applications.ts";
import type { Task, TaskResult } from "#sync/schema/tasks.ts";
import { isDone, isRequired, isVisible, resultKey } from "#sync/tasks/outcome.ts";

export interface TaskItem {
  task: Task;
  result: TaskResult | undefined;
  isDone: boolean;
  isRequired: boolean;
  /** Why the set was sent back; empty without a reason for this task. */
  reason: string;
  /** True if the tester has something to do: an open task, or a reason without a later answer. */
  isOpen: boolean;
}

type Taker = Pick<
  Application,
  "results" | "release_id" | "accepted_at" | "results_status" | "results_review" | "results_reviewed_at"
>;

/** Returns the visible tasks in the developer's order. */
export function itemsOf(tasks: readonly Task[], taker: Taker): TaskItem[] {
  const { results, release_id, accepted_at, results_status, results_review, results_reviewed_at } = taker;
  return tasks
    .filter((task) => isVisible(task, tasks, results, release_id))
    .map((task) => {
      const result = results[resultKey(task, release_id)];
      const done = isDone(task, result);
      const reason = results_status === "returned" ? (results_review[task.id] ?? "") : "";
      const answered = result !== undefined && result.at > (results_reviewed_at ?? "");
      const isOpen = !done || (reason !== "" && !answered);
      return { task, result, isDone: done, isRequired: isRequired(task, accepted_at), reason, isOpen };
    });
}

/**
 * Returns the open task after this one, else the first open one. Required tasks come first.
 * @param id null: from the start
 */
export function nextItem(items: readonly TaskItem[], id: string | null = null): TaskItem | undefined {
  const at = items.findIndex(({ task }) => task.id === id);
  const inOrder = [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].filter(({ isOpen }) => isOpen);
  return inOrder.find((item) => item.isRequired) ?? inOrder[0];
}

/**
 * Returns the id of the step to do next: the first one without a mark after this one, else any.
 * @param marked further steps with a mark
 */
export function nextStep(
  { steps }: Task,
  result: TaskResult | undefined,
  id: string | null = null,
  marked: ReadonlySet<string> = new Set(),
): string | undefined {
  const at = steps.findIndex((step) => step.id === id);
  const others = [...steps.slice(at + 1), ...steps.slice(0, Math.max(0, at))];
  return others.find((step) => !result?.steps?.[step.id] && !marked.has(step.id))?.id;
}
