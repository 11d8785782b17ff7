// The end of a task: notes, "done" or "blocked", and the way to the next task.
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, Check, RotateCcw } from "lucide-react";
import { useState } from "react";
import { taskLimits } from "#sync/schema/tasks.ts";
import { isAnswerable, missingEvidence, unanswered } from "#sync/tasks/outcome.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SavedText } from "#ui/saved-text.tsx";
import type { TaskItem } from "../../task-items.ts";
import { evidenceName } from "./evidence.tsx";
import type { TaskWork } from "./task-work.ts";

const main = { variant: "primary", size: "lg", className: "max-sm:w-full" } as const;
const quiet = { ...main, variant: "ghost" } as const;

interface TaskEndProps {
  work: TaskWork;
  isDone: boolean;
  next: TaskItem | undefined;
}

export function TaskEnd({ work, isDone, next }: TaskEndProps) {
  const { t, i18n } = useLingui();
  const { task, application, result, readOnly, save, draftOf } = work;
  const [tried, setTried] = useState(false);
  const isBlocked = result?.state === "blocked";
  const saysDone = !isAnswerable(task);
  const setState = (state: "open" | "done" | "blocked") => void save(() => ({ state }));
  const campaignId = application.campaign_id;
  const evidence = missingEvidence(task, result).map((one) => t(evidenceName[one]));
  const questions = unanswered(task, result);
  // While steps are left, they are what is missing.
  const asked = result && questions > 0 && task.steps.every(({ id }) => result.steps?.[id]);
  const answers = t`${plural(questions, { one: "# required answer", other: "# required answers" })}`;
  const missing = isDone || isBlocked ? [] : [...(asked ? [answers] : []), ...evidence];
  const listed = new Intl.ListFormat(i18n.locale).format(missing);
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
          <Button
            {...main}
            icon={Check}
            onClick={() => {
              setTried(true);
              // A code that is still typed is saved first, because its field loses the focus.
              setState("done");
            }}
          >
            <Trans context="task">Done</Trans>
          </Button>
        )}
        {isDone &&
          (next ? (
            <LinkButton
              to="/tester/tests/$campaignId/tasks/$taskId"
              params={{ campaignId, taskId: next.task.id }}
              {...main}
            >
              <span className="line-clamp-2">
                <Trans>Next task: {next.task.title}</Trans>
              </span>
            </LinkButton>
          ) : (
            <LinkButton to="/tester/tests/$campaignId" params={{ campaignId }} {...main}>
              {readOnly ? <Trans>Back to the test</Trans> : <Trans>Back to the test to submit</Trans>}
            </LinkButton>
          ))}
        {!readOnly && saysDone && result?.state === "done" && (
          <Button {...quiet} icon={RotateCcw} onClick={() => setState("open")}>
            <Trans>Not done yet</Trans>
          </Button>
        )}
        {!readOnly &&
          (isBlocked ? (
            <Button {...quiet} icon={RotateCcw} onClick={() => setState("open")}>
              <Trans>I can do it after all</Trans>
            </Button>
          ) : (
            !isDone && (
              <Button {...quiet} icon={Ban} onClick={() => setState("blocked")}>
                <Trans>I can't do this task</Trans>
              </Button>
            )
          ))}
      </div>
      {/* Below the buttons: leaving the code's field may remove it during a click on "Done". */}
      {!readOnly && missing.length > 0 && (
        <Notice tone={tried ? "danger" : "info"} live={tried}>
          <Trans>For this task to be done, it still needs {listed}.</Trans>
        </Notice>
      )}
    </section>
  );
}
