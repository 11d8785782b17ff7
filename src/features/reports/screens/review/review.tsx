// Feedback review (S18): a list beside a reader; on a phone the list, then the reader. Works
// without a network:
// everything is read from and written to this device.
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { reportsToReview } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useQuery } from "../../../../state/query.ts";
import { useStatus } from "../../../../state/status.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { useSeen } from "../../../notifications/use-seen.ts";
import { ReviewBoard } from "./review-board.tsx";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

export function Review({ campaign }: { campaign: Campaign }) {
  const read = useQuery(reportsToReview(campaign.id));
  const firstSyncDone = useStatus("firstSyncDone");
  // The list names them all.
  const { assignee } = route.useSearch();
  useSeen(
    ({ kind, data }) =>
      data.campaign_id === campaign.id &&
      (kind === "feedback_received" || kind === "reminder_review" || (kind === "report_assigned" && assignee === "me")),
  );
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading" || (read.data.length === 0 && !firstSyncDone)) return <SkeletonList />;
  if (read.data.length === 0) {
    return (
      <EmptyState icon={Inbox} title={<Trans>No feedback yet</Trans>}>
        <Trans>Reports from your testers appear here as soon as they send them.</Trans>
      </EmptyState>
    );
  }
  return <ReviewBoard campaign={campaign} reports={read.data} />;
}
