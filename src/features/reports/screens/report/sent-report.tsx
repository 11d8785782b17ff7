import { Trans, useLingui } from "@lingui/react/macro";
import { useDeveloperFigures } from "#features/catalog/use-developer-figures.ts";
import { ReportText } from "#features/common/widgets/report-text.tsx";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQueryOr } from "#state/query.ts";
import { retryPendingItem } from "#sync/mutations/outbox.ts";
import { applicationTo } from "#sync/queries/applications.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { mustBeChosenAgain, pendingOf } from "#sync/queries/pending-items.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { fixesToCheck } from "../../retests.ts";
import { AttachmentGallery } from "../../widgets/attachment-gallery.tsx";
import { CommentThread } from "../../widgets/comment-thread.tsx";
import { FixesToCheck } from "../../widgets/fixes-to-check.tsx";
import { ReportStatus } from "../../widgets/report-status.tsx";
import { ChooseAgain } from "./choose-again.tsx";
import { Outcome } from "./outcome.tsx";

export function SentReport({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const figures = useDeveloperFigures(report.status === "submitted" ? report.org_id : null);
  const application = useQueryOr(applicationTo(report.campaign_id, report.tester_id), null);
  const fixes = application ? fixesToCheck(application, [report], []) : [];
  if (!figures) return <SkeletonList rows={3} className="h-32" />;
  return (
    <Page
      title={report.summary}
      badge={<ReportStatus report={report} />}
      back={
        <BackLink to="/tester/tests/$campaignId" params={{ campaignId: report.campaign_id }}>
          {report.campaign_title}
        </BackLink>
      }
      description={
        <Trans>
          Written <DateText value={report.captured_at} />
        </Trans>
      }
    >
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8 max-lg:order-2">
          {application && <FixesToCheck application={application} fixes={fixes} withAnswered />}
          <ReportText report={report} />
          {report.attachments.length > 0 && (
            <Section title={t`Photos and files`}>
              <RejectedFiles report={report} />
              <AttachmentGallery row={report} own />
            </Section>
          )}
          <Section title={t`Conversation with the developer`}>
            <CommentThread
              report={report}
              empty={t`Ask or add something here. The developer sees it with your report.`}
            />
          </Section>
        </div>
        <div className="beside">
          <Outcome report={report} figures={figures} />
        </div>
      </div>
    </Page>
  );
}

/** Files that the server rejected while it accepted the report. The tester decides about them. */
function RejectedFiles({ report }: { report: OwnReport }) {
  const retry = useMutationToast(retryPendingItem);
  const files = useQueryOr(pendingOf("attachment", report.id), []).filter(({ state }) => state === "rejected");
  return files.map((upload) => {
    const attachment = report.attachments.find(({ id }) => id === upload.id);
    if (attachment && mustBeChosenAgain(upload))
      return <ChooseAgain key={upload.key} report={report} attachment={attachment} upload={upload} />;
    return (
      <Notice
        key={upload.key}
        tone="danger"
        action={
          <Button size="sm" onClick={() => void retry(upload.key)}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>The server did not accept “{upload.name}”.</Trans>
      </Notice>
    );
  });
}
