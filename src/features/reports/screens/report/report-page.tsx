import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { useSeenReport } from "#features/notifications/use-seen.ts";
import { useQuery } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { ownReport } from "#sync/queries/feedback.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useScrollToTop } from "#ui/use-scroll-to-top.ts";
import { Editor } from "./editor.tsx";
import { SentReport } from "./sent-report.tsx";
import { useKeptReport } from "./use-kept-report.ts";

const route = getRouteApi("/_signed-in/tester/tests/$campaignId/report/$feedbackId");

export function ReportPage() {
  const { t } = useLingui();
  const { feedbackId } = route.useParams();
  const found = useQuery(ownReport(feedbackId));
  const here = useRowsHere(["feedback"]);
  useSeenReport(feedbackId);
  const report = useKeptReport(feedbackId, found);
  const open =
    report && (report.rejection !== null || report.status === "draft" || report.status === "changes_requested");
  useScrollToTop(report ? `${report.id} ${open}` : undefined);
  if (!report) {
    if (found.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
    if (found.state === "loading" || here === "arriving") return <SkeletonList rows={3} className="h-32" />;
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
  return open ? <Editor key={report.id} report={report} /> : <SentReport report={report} />;
}
