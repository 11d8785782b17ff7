// The end of a task: evidence, notes, "done" or "blocked", and the way to the next task.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Ban, Check, RotateCcw } from "lucide-react";
import { taskLimits } from "#sync/schema/tasks.ts";
import { isAnswerable } from "#sync/tasks/outcome.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { SavedText } from "#ui/saved-text.tsx";
import type { TaskItem } from "../../task-items.ts";
import type { TaskWork } from "./task-work.ts";

export function Evidence({ work: { task, result, readOnly, save, draftOf } }: { work: TaskWork }) {
  const { minutes, code } = task.evidence;
  return (
    <>
      {minutes > 0 && (
        <Field
          label={<Trans>Minutes you worked on this</Trans>}
          help={<Plural value={minutes} one="At least # minute" other="At least # minutes" />}
          className="max-w-xs"
        >
          <NumberInput
            value={result && result.minutes > 0 ? result.minutes : null}
            readOnly={readOnly}
            onChange={(value) => {
              if (value === null || (Number.isInteger(value) && value >= 0)) void save(() => ({ minutes: value ?? 0 }));
            }}
          />
        </Field>
      )}
      {code && (
        <div className="max-w-xs">
          <SavedText
            key={draftOf("code")}
            name={draftOf("code")}
            label={<Trans>Launch code</Trans>}
            help={<Trans>The app shows it when it starts.</Trans>}
            stored={result?.code ?? ""}
            maxLength={taskLimits.code}
            readOnly={readOnly}
            singleLine
            onSave={(typed) => save(() => ({ code: typed.trim() }))}
          />
        </div>
      )}
    </>
  );
}

interface TaskEndProps {
  work: TaskWork;
  isDone: boolean;
  next: TaskItem | undefined;
}

export function TaskEnd({ work, isDone, next }: TaskEndProps) {
  const { t } = useLingui();
  const { task, application, result, readOnly, save, draftOf } = work;
  const isBlocked = result?.state === "blocked";
  const saysDone = !isAnswerable(task);
  const setState = (state: "open" | "done" | "blocked") => void save(() => ({ state }));
  const campaignId = application.campaign_id;
  return (
    <section aria-label={t`Finish this task`} className="flex flex-col gap-4">
      {(!readOnly || result?.note) && (
        <SavedText
          key={draftOf("note")}
          name={draftOf("note")}
          label={isBlocked ? <Trans>What blocks this task?</Trans> : <Trans>Notes on this task</Trans>}
          help={isBlocked && <Trans>A blocked task counts as work done.</Trans>}
          optional={!isBlocked}
          stored={result?.note ?? ""}
          maxLength={taskLimits.note}
          readOnly={readOnly}
          onSave={(note) => save(() => ({ note }))}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {!readOnly && saysDone && !isDone && (
          <Button variant="primary" size="lg" icon={Check} className="max-sm:w-full" onClick={() => setState("done")}>
            <Trans context="task">Done</Trans>
          </Button>
        )}
        {isDone &&
          (next ? (
            <LinkButton
              to="/tester/tests/$campaignId/tasks/$taskId"
              params={{ campaignId, taskId: next.task.id }}
              variant="primary"
              size="lg"
              className="max-sm:w-full"
            >
              <span className="line-clamp-2">
                <Trans>Next task: {next.task.title}</Trans>
              </span>
            </LinkButton>
          ) : (
            <LinkButton
              to="/tester/tests/$campaignId"
              params={{ campaignId }}
              variant="primary"
              size="lg"
              className="max-sm:w-full"
            >
              {readOnly ? <Trans>Back to the test</Trans> : <Trans>Back to the test to submit</Trans>}
            </LinkButton>
          ))}
        {!readOnly && saysDone && result?.state === "done" && (
          <Button variant="ghost" size="lg" icon={RotateCcw} onClick={() => setState("open")}>
            <Trans>Not done yet</Trans>
          </Button>
        )}
        {!readOnly &&
          (isBlocked ? (
            <Button variant="ghost" size="lg" icon={RotateCcw} onClick={() => setState("open")}>
              <Trans>I can do it after all</Trans>
            </Button>
          ) : (
            !isDone && (
              <Button variant="ghost" size="lg" icon={Ban} onClick={() => setState("blocked")}>
                <Trans>I can't do this task</Trans>
              </Button>
            )
          ))}
      </div>
    </section>
  );
}
