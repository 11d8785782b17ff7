// The results of a campaign's tasks, or of one task, and the review of a set. Reads only the device
// database.
import { Trans } from "@lingui/react/macro";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { useSeen } from "#features/notifications/use-seen.ts";
import { usePendingReviews } from "#features/sync/use-pending-reviews.ts";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useQuery, useQueryOr } from "#state/query.ts";
import { applicantsOf, scheduledResults } from "#sync/queries/applications.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { takersOf } from "../../result-figures.ts";
import { ResultOverview } from "./result-overview.tsx";
import { SetReview } from "./set-review.tsx";
import { TaskResults } from "./task-results.tsx";
import { useResultFilters } from "./use-result-filters.ts";

export function Results({ campaign }: { campaign: Campaign }) {
  const applicants = useQuery(applicantsOf(campaign.id));
  const brief = useQuery(briefById(campaign.id));
  useSeen(({ kind, data }) => data.campaign_id === campaign.id && kind === "reminder_review" && Number(data.sets) > 0);
  if (applicants.state === "error" || brief.state === "error")
    return <ErrorState onRetry={() => window.location.reload()} />;
  if (applicants.state === "loading" || brief.state === "loading") return <SkeletonList />;
  const takers = takersOf(applicants.data);
  if (takers.length === 0)
    return (
      <SyncedEmptyState of={["applications"]} icon={ClipboardList} title={<Trans>No results yet</Trans>}>
        <Trans>Accepted testers appear here with the outcome of each task.</Trans>
      </SyncedEmptyState>
    );
  return <ResultBoard campaign={campaign} tasks={brief.data?.tasks ?? []} takers={takers} />;
}

interface ResultBoardProps {
  campaign: Campaign;
  tasks: readonly Task[];
  takers: readonly Application[];
}

function ResultBoard({ campaign, tasks, takers }: ResultBoardProps) {
  const [{ set, task: taskId }, change] = useCampaignSearch();
  const task = tasks.find(({ id }) => id === taskId);
  const filters = useResultFilters(task ? [task] : tasks, takers);
  const releases = useQueryOr(releasesOf(campaign.app_id ?? ""), []);
  const scheduled = useQueryOr(scheduledResults(), new Map());
  const reviews = usePendingReviews();
  const [returns, setReturns] = useState(false);
  const open = (id: string | undefined, returning = false) => {
    setReturns(returning);
    change({ set: id });
  };
  const { shown } = filters;
  const at = shown.findIndex(({ id }) => id === set);
  const chosen = takers.find(({ id }) => id === set);
  const step = (by: 1 | -1) => open(shown[Math.min(shown.length - 1, Math.max(0, at + by))]?.id);
  const waits = ({ id, results_status }: Application) => results_status === "submitted" && !scheduled.has(id);
  return (
    <>
      {taskId === undefined ? (
        <ResultOverview {...{ campaign, tasks, filters, releases, scheduled, reviews }} onOpen={open} />
      ) : (
        <TaskResults key={taskId} {...{ campaign, task, filters, releases }} onOpen={open} />
      )}
      {chosen && (
        <SetReview
          key={chosen.id}
          {...{ campaign, tasks, taker: chosen, releases, pending: scheduled.has(chosen.id), returns }}
          onClose={() => open(undefined)}
          onStep={step}
          onUndo={() => reviews.undo()}
          onDecide={async (decision, success) => {
            // The next one that waits, as after a report's review.
            const others = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))];
            open(others.find((one) => one.id !== chosen.id && waits(one))?.id);
            await reviews.decide([chosen], decision, success);
          }}
        />
      )}
    </>
  );
}
