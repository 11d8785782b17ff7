import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Task } from "#sync/schema/tasks.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SmallSection } from "#ui/card.tsx";
import { outcomeLabel, outcomeTone } from "../../labels.ts";
import { type FiguresProps, outcomesOf } from "../../result-figures.ts";
import { TaskLink } from "./task-link.tsx";

const SHOWN = 5;
const outcomes = ["failed", "blocked", "open", "passed"] as const;

export function TaskOutcomes({ tasks, takers, build }: FiguresProps) {
  const [all, setAll] = useState(false);
  if (tasks.length === 0) return null;
  return (
    <SmallSection title={<Trans context="results">Tasks</Trans>} className="gap-3">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {(all ? tasks : tasks.slice(0, SHOWN)).map((task) => (
          <li key={task.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3">
            <TaskLink taskId={task.id} className="min-w-0 wrap-anywhere">
              <bdi>{task.title}</bdi>
            </TaskLink>
            <OutcomeCounts task={task} takers={takers} build={build} />
          </li>
        ))}
      </ul>
      {tasks.length > SHOWN && !all && (
        <Button className="self-start" onClick={() => setAll(true)}>
          <Plural value={tasks.length} one="Show # task" other="Show all # tasks" />
        </Button>
      )}
    </SmallSection>
  );
}

type OutcomeCountsProps = Pick<FiguresProps, "takers" | "build"> & { task: Task };

export function OutcomeCounts({ task, takers, build }: OutcomeCountsProps) {
  const { t } = useLingui();
  const counts = outcomesOf(task, takers, build);
  const given = outcomes.filter((one) => counts[one] > 0);
  if (given.length === 0)
    return (
      <span className="text-muted text-sm">
        <Trans>Not begun</Trans>
      </span>
    );
  return (
    <span className="flex flex-wrap gap-2">
      {given.map((one) => (
        <Badge key={one} tone={outcomeTone[one]}>
          {t(outcomeLabel[one])} {counts[one]}
        </Badge>
      ))}
    </span>
  );
}
