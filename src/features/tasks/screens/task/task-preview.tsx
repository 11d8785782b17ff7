// A developer tries the tasks of the campaign form like a tester. Nothing is saved.
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { now } from "#lib/clock.ts";
import { placeOf, saveDraft } from "#lib/drafts.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Results, Task } from "#sync/schema/tasks.ts";
import { withState } from "#sync/tasks/outcome.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { itemsOf } from "../../task-items.ts";
import { CheckIn } from "../../widgets/check-in.tsx";
import { TaskFacts, TaskOutcome } from "../../widgets/task-facts.tsx";
import { Evidence } from "./evidence.tsx";
import { QuestionField } from "./questions.tsx";
import { StepRunner } from "./step-runner.tsx";
import { TaskEnd } from "./task-end.tsx";
import type { TaskWork } from "./task-work.ts";

interface TaskPreviewProps {
  tasks: readonly Task[];
  onClose: () => void;
}

const draftOf = (task: Task) => (item: string) => `task-preview:${task.id}:${item}`;

export function TaskPreview({ tasks, onClose }: TaskPreviewProps) {
  const { t } = useLingui();
  const [results, setResults] = useState<Results>({});
  const [chosen, setChosen] = useState<string>();
  const [step, setStep] = useState<string>();
  // An incomplete questionnaire is a draft.
  useEffect(
    () => () => {
      for (const task of tasks) for (const { id } of task.questions) saveDraft(placeOf(draftOf(task)(id)), null);
    },
    [tasks],
  );
  const columns = {
    ...{ id: "preview", campaign_id: "preview", release_id: null, accepted_at: new Date(now()).toISOString() },
    ...{ results, results_status: "", results_review: {}, results_reviewed_at: null },
    ...{ code_checks: {}, sync_xid: "" },
  };
  // Cast: the parts of a task read only these columns.
  const application = columns as unknown as Application;
  const items = itemsOf(tasks, application);
  const item = items.find(({ task }) => task.id === chosen) ?? items[0];
  if (!item) return null;
  const { task, result } = item;
  const work: TaskWork = {
    ...{ task, application, result, readOnly: false, isPreview: true, draftOf: draftOf(task) },
    save: async (change) => {
      setResults((all) => {
        const none = { version: task.version, release_id: null, state: "open" as const, minutes: 0, at: "" };
        const before = all[task.id] ?? none;
        return { ...all, [task.id]: withState(task, { ...before, ...change(before) }) };
      });
      return true;
    },
  };
  return (
    <Dialog open onClose={onClose} title={<Trans>Try the tasks</Trans>}>
      <div className="flex flex-col gap-6">
        <p className="text-muted text-sm">
          <Trans>This is what testers see on their phones. Nothing is saved.</Trans>
        </p>
        <Field label={t({ message: "Task", context: "test" })}>
          <Select
            options={items.map((one, at) => ({ value: one.task.id, label: `${at + 1}. ${one.task.title}` }))}
            value={task.id}
            onChange={(event) => {
              setChosen(event.target.value);
              setStep(undefined);
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <TaskOutcome item={item} />
          <TaskFacts item={item} />
        </div>
        {task.body.trim() !== "" && <p className="whitespace-pre-wrap break-words">{task.body}</p>}
        {task.steps.length > 0 && <StepRunner {...{ work, stepId: step, onStep: setStep }} campaign={null} />}
        {task.days > 0 && <CheckIn {...{ task, application, result }} save={work.save} readOnly={false} detailed />}
        {task.questions.map((question) => (
          <QuestionField key={question.id} {...{ work, question }} />
        ))}
        <Evidence work={work} />
        <TaskEnd work={work} isDone={false} next={undefined} />
      </div>
    </Dialog>
  );
}
