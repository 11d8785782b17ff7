// Testers in rows, tasks in columns. Long lists are virtualized by the table.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ResultsDecision } from "#sync/outbox/pending-review.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { type Column, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { outcomeLabel, outcomeTone, setLabel, setTone } from "../../labels.ts";
import { setOf, worstOf } from "../../result-figures.ts";
import { setButtonId } from "./set-button-id.ts";
import { TaskLink } from "./task-link.tsx";

interface ResultsMatrixProps {
  tasks: readonly Task[];
  takers: readonly Application[];
  build: string;
  scheduled: ReadonlyMap<string, ResultsDecision>;
  picked: ReadonlySet<string>;
  /** Whether a set can be picked; null if none can. */
  isAnswerable: ((taker: Application) => boolean) | null;
  onPick: (id: string) => void;
  /** The set that has the focus. */
  onCurrent: (id: string) => void;
  onOpen: (id: string) => void;
  onUndo: (id: string) => void;
}

export function ResultsMatrix(props: ResultsMatrixProps) {
  const { tasks, takers, build, scheduled, picked, isAnswerable, onPick, onCurrent, onOpen, onUndo } = props;
  const { t } = useLingui();
  const columns: Columns<Application> = [
    isAnswerable !== null &&
      column(
        "pick",
        t`Select`,
        (taker) =>
          isAnswerable(taker) && (
            <Checkbox
              labelHidden
              label={t`Select the set of ${taker.card.name}`}
              checked={picked.has(taker.id)}
              onChange={() => onPick(taker.id)}
            />
          ),
      ),
    column("tester", t`Tester`, { primary: true }, (taker) => (
      <button
        id={setButtonId(taker.id)}
        type="button"
        onFocus={() => onCurrent(taker.id)}
        className="tap-text text-start font-semibold text-accent-text hover:underline"
        onClick={() => onOpen(taker.id)}
      >
        <bdi>{taker.card.name}</bdi>
      </button>
    )),
    column("set", t`Set`, (taker) =>
      scheduled.has(taker.id) ? (
        <span className="flex items-center gap-2">
          <Badge tone="info">
            <Trans>Decided</Trans>
          </Badge>
          <Button size="sm" onClick={() => onUndo(taker.id)}>
            <Trans>Undo</Trans>
          </Button>
        </span>
      ) : (
        <StatusBadge status={setOf(taker)} labels={setLabel} tones={setTone} />
      ),
    ),
    ...tasks.map(
      (task): Column<Application> =>
        column(
          task.id,
          task.title,
          {
            head: (
              <TaskLink taskId={task.id}>
                <bdi>{task.title}</bdi>
              </TaskLink>
            ),
          },
          (taker) => {
            const outcome = worstOf(task, taker, build);
            return outcome ? (
              <StatusBadge status={outcome} labels={outcomeLabel} tones={outcomeTone} />
            ) : (
              <span className="text-muted">
                <span aria-hidden>–</span>
                <span className="sr-only">
                  <Trans>Not begun</Trans>
                </span>
              </span>
            );
          },
        ),
    ),
  ];
  return (
    <DataTable caption={t`Results by tester and task`} columns={columns} rows={takers} keyOf={({ id }) => id} scrolls />
  );
}
