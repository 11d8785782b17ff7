import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { isOfEarlierVersion, outcomeOf } from "#sync/tasks/outcome.ts";
import { Badge } from "#ui/badge.tsx";
import { outcomeLabel, outcomeTone, taskKindLabel } from "../labels.ts";
import type { TaskItem } from "../task-items.ts";

/** The outcome of a task, and whether the answers are about an earlier version. */
export function TaskOutcome({ item: { task, result } }: { item: TaskItem }) {
  const { t } = useLingui();
  const outcome = outcomeOf(task, result);
  return (
    <span className="flex flex-wrap gap-1.5">
      {result && isOfEarlierVersion(task, result) && (
        <Badge tone="info">
          <Trans>Answered an earlier version</Trans>
        </Badge>
      )}
      <Badge tone={outcomeTone[outcome]}>
        {outcome === "passed" && task.steps.length === 0 ? (
          <Trans context="task">Done</Trans>
        ) : outcome === "open" && result ? (
          <Trans context="task">Started</Trans>
        ) : (
          t(outcomeLabel[outcome])
        )}
      </Badge>
    </span>
  );
}

/** Kind, minutes, whether it is required, and how many steps or days are done. */
export function TaskFacts({ item: { task, result, isRequired } }: { item: TaskItem }) {
  const { t } = useLingui();
  const { steps, days, minutes } = task;
  const marked = steps.filter(({ id }) => result?.steps?.[id]).length;
  const checked = result?.days?.length ?? 0;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-sm">
      <span>{t(taskKindLabel[task.kind])}</span>
      {minutes > 0 && (
        <span>
          <Plural value={minutes} one="about # minute" other="about # minutes" />
        </span>
      )}
      <span>{isRequired ? <Trans context="task">Required</Trans> : <Trans context="task">Optional</Trans>}</span>
      {steps.length > 0 && (
        <span>
          <Trans>
            {marked} of <Plural value={steps.length} one="# step" other="# steps" />
          </Trans>
        </span>
      )}
      {days > 0 && (
        <span>
          <Trans>
            {checked} of <Plural value={days} one="# day" other="# days" />
          </Trans>
        </span>
      )}
    </span>
  );
}

export const TaskReason = ({ reason }: { reason: string }) => (
  <blockquote className="whitespace-pre-wrap break-words border-caution border-s-2 ps-3 text-sm">{reason}</blockquote>
);
