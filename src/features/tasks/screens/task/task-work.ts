import { useLingui } from "@lingui/react/macro";
import { failureText } from "#features/sync/failures.ts";
import { type Failure, useMutation } from "#state/store.ts";
import { answerSave } from "#sync/mutations/tasks.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Answer, Mark, Task, TaskResult } from "#sync/schema/tasks.ts";
import { resultKey } from "#sync/tasks/outcome.ts";
import { showToast } from "#ui/toast.tsx";

export type Question = Task["questions"][number];

type Change = (before: TaskResult) => Partial<TaskResult>;

/** A task with its tester's answers so far, and how to change them. */
export interface TaskWork {
  task: Task;
  application: Application;
  result: TaskResult | undefined;
  readOnly: boolean;
  /** True if a developer tries the task: there is no application. */
  isPreview?: boolean;
  /** Name of the draft of a text: a step's or question's id, or the name of a field. */
  draftOf: (item: string) => string;
  /** Saves an answer at once. @returns false after a message explained the failure */
  save: (change: Change) => Promise<boolean>;
}

export function useTaskWork(given: Omit<TaskWork, "save" | "draftOf">): TaskWork {
  const { t } = useLingui();
  const write = useMutation(answerSave);
  const textOf = (error: Failure) => {
    if (error.type === "too_large") return t`Your answers to this test are too long. Shorten a note.`;
    if (error.type === "not_allowed" && error.code === "text_frozen") {
      return t`Submitted results can only be changed when they are sent back.`;
    }
    return t(failureText(error));
  };
  return {
    ...given,
    draftOf: (item) => `task:${given.application.id}:${resultKey(given.task, given.application.release_id)}:${item}`,
    async save(change) {
      const done = await write(given.application.id, given.task, change);
      if (!done.ok) showToast({ tone: "danger", title: textOf(done.error) });
      return done.ok;
    },
  };
}

/** Marks a step, or adds to its mark. */
export const withStep =
  (id: string, more: { mark: Mark; note?: string; report_id?: string }): Change =>
  ({ steps }) => ({ steps: { ...steps, [id]: { ...steps?.[id], ...more } } });

/** @param value undefined removes the answer */
export const withAnswer =
  (id: string, value: Answer | undefined): Change =>
  ({ answers }) => {
    const { [id]: _, ...others } = answers ?? {};
    return { answers: value === undefined ? others : { ...others, [id]: value } };
  };

export interface AnswerProps {
  question: Question;
  stored: Answer | undefined;
  /** @param value undefined removes the answer */
  save: (value: Answer | undefined) => Promise<boolean>;
  readOnly: boolean;
}
