// All results: a matrix of testers and tasks, its weakest steps, and surveys. Sets are reviewed by
// keyboard and in bulk, like reports.
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useDeferredValue, useState } from "react";
import { useQueueKeys } from "#features/common/use-queue-keys.ts";
import type { PendingReviews } from "#features/sync/use-pending-reviews.ts";
import { useCan } from "#state/organization.ts";
import type { ResultsDecision } from "#sync/outbox/pending-review.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { NoMatch } from "#ui/no-match.tsx";
import { BulkSets } from "./bulk-sets.tsx";
import { ExportResults } from "./export-results.tsx";
import { ResultFilters } from "./result-filters.tsx";
import { ResultsMatrix } from "./results-matrix.tsx";
import { setButtonId } from "./set-button-id.ts";
import { SurveyFigures } from "./survey-figures.tsx";
import { TaskOutcomes } from "./task-outcomes.tsx";
import type { ResultFilters as Filters } from "./use-result-filters.ts";
import { WeakSteps } from "./weak-steps.tsx";

const noTakers: readonly Application[] = [];

interface ResultOverviewProps {
  campaign: Campaign;
  tasks: readonly Task[];
  filters: Filters;
  releases: readonly Release[];
  scheduled: ReadonlyMap<string, ResultsDecision>;
  reviews: PendingReviews;
  /** @param returning opens it to be sent back */
  onOpen: (id: string, returning?: boolean) => void;
}

export function ResultOverview({
  campaign,
  tasks,
  filters,
  releases,
  scheduled,
  reviews,
  onOpen,
}: ResultOverviewProps) {
  const { t } = useLingui();
  const [current, setCurrent] = useState<string>();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const decides = useCan("review", campaign.org_id);
  const { shown, build, clear } = filters;
  // Figures about 500 testers follow after the rows.
  const counted = useDeferredValue(shown, noTakers);
  const isAnswerable = ({ id, results_status }: Application) =>
    decides && results_status === "submitted" && !scheduled.has(id);
  const answerable = shown.filter(isAnswerable);
  const chosen = answerable.filter(({ id }) => picked.has(id));
  const one = answerable.find(({ id }) => id === current);
  const pick = (id: string) =>
    setPicked((old) => (old.has(id) ? new Set([...old].filter((other) => other !== id)) : new Set(old).add(id)));
  const accept = (sets: readonly Application[]) => {
    setAsking(false);
    setPicked(new Set());
    const count = sets.length;
    void reviews.decide(
      sets,
      { to: "accepted" },
      t`${plural(count, { one: "# set accepted", other: "# sets accepted" })}`,
    );
  };
  useQueueKeys({
    labels: { next: t`Next set`, previous: t`Previous set`, read: t`Read the set`, choose: t`Select set` },
    step: (by) => {
      const at = shown.findIndex(({ id }) => id === current);
      const next = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
      if (next) document.getElementById(setButtonId(next.id))?.focus();
    },
    read: () => current !== undefined && onOpen(current),
    choose: () => one && pick(one.id),
    undo: () => reviews.undo(),
    decisions: decides
      ? [
          {
            ...{ keys: "a", label: t`Accept set` },
            run: () => (chosen.length > 0 ? setAsking(true) : one && accept([one])),
          },
          { keys: "r", label: t`Send back…`, run: () => one && onOpen(one.id, true) },
        ]
      : [],
  });
  return (
    <div className="flex flex-col gap-6">
      <ResultFilters
        filters={filters}
        releases={releases}
        actions={<ExportResults campaign={campaign} tasks={tasks} takers={shown} releases={releases} />}
      />
      <BulkSets
        answerable={answerable}
        chosen={chosen}
        onChoose={(ids) => setPicked(new Set(ids))}
        asking={asking}
        onAsk={setAsking}
        onAccept={() => accept(chosen)}
      />
      {shown.length === 0 ? (
        <NoMatch title={<Trans>No results match these filters</Trans>} onClear={clear} />
      ) : (
        <ResultsMatrix
          {...{ tasks, takers: shown, build, scheduled, picked }}
          isAnswerable={answerable.length > 1 ? isAnswerable : null}
          onPick={pick}
          onCurrent={setCurrent}
          onOpen={onOpen}
          onUndo={reviews.undo}
        />
      )}
      <TaskOutcomes tasks={tasks} takers={counted} build={build} />
      <WeakSteps tasks={tasks} takers={counted} build={build} />
      <SurveyFigures tasks={tasks} takers={counted} build={build} />
    </div>
  );
}
