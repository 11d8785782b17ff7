// The review screen: a list beside a reader, on a phone one after the other. Works offline.
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { useSeen } from "#features/notifications/use-seen.ts";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useQuery } from "#state/query.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { ReviewBoard } from "./review-board.tsx";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

export function Review({ campaign }: { campaign: Campaign }) {
  const read = useQuery(reportsToReview(campaign.id));
  const { assignee } = route.useSearch();
  useSeen(
    ({ kind, data }) =>
      data.campaign_id === campaign.id &&
      (kind === "feedback_received" || kind === "reminder_review" || (kind === "report_assigned" && assignee === "me")),
  );
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading") return <SkeletonList />;
  if (read.data.length === 0) {
    return (
      <SyncedEmptyState of={["feedback"]} icon={Inbox} title={<Trans>No feedback yet</Trans>}>
        <Trans>Reports from your testers appear here as soon as they send them.</Trans>
      </SyncedEmptyState>
    );
  }
  return (
    <>
      <MissingRows of={["feedback"]} />
      <ReviewBoard campaign={campaign} reports={read.data} />
    </>
  );
}
