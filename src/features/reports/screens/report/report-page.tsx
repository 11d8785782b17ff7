// One report of the tester's own: to be written while it is theirs to change, to be read once it is
// the developer's.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { ownReport } from "../../../../../sync/queries/feedback.ts";
import { useQuery } from "../../../../state/query.ts";
import { useStatus } from "../../../../state/status.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { NotFound } from "../../../../ui/not-found.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { useSeenReport } from "../../../notifications/use-seen.ts";
import { Editor } from "./editor.tsx";
import { SentReport } from "./sent-report.tsx";

const route = getRouteApi("/_signed-in/tester/tests/$campaignId/report/$feedbackId");

export function ReportPage() {
  const { t } = useLingui();
  const { feedbackId } = route.useParams();
  const found = useQuery(ownReport(feedbackId));
  const firstSyncDone = useStatus("firstSyncDone");
  const online = useStatus("online");
  useSeenReport(feedbackId);
  if (found.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (found.state === "loading" || (!found.data && !firstSyncDone && online)) {
    return <SkeletonList rows={3} className="h-32" />;
  }
  const report = found.data;
  if (!report) {
    const all = (
      <LinkButton to="/tester/feedback" variant="primary">
        <Trans>All my feedback</Trans>
      </LinkButton>
    );
    const missing = <Trans>This report is not here</Trans>;
    return (
      <NotFound title={t`Report not found`} icon={FileQuestion} missing={missing} action={all}>
        <Trans>It was deleted, or it has not reached this device yet.</Trans>
      </NotFound>
    );
  }
  const open = report.refused !== null || report.status === "draft" || report.status === "changes_requested";
  return open ? <Editor key={report.id} report={report} /> : <SentReport report={report} />;
}
