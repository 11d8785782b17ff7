// One report, to be read and answered.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, Repeat2 } from "lucide-react";
import type { ComponentProps } from "react";
import type { ReviewedReport } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { useCan } from "../../../../state/organization.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { TellAdmins } from "../../../flags/widgets/flag-button.tsx";
import { useSeenReport } from "../../../notifications/use-seen.ts";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "../../../sync/widgets/rejected-change-notice.tsx";
import { AttachmentGallery } from "../../widgets/attachment-gallery.tsx";
import { CommentThread } from "../../widgets/comment-thread.tsx";
import { FeedbackStatus } from "../../widgets/report-badges.tsx";
import { ReportText } from "../../widgets/report-text.tsx";
import { AssigneeLine } from "./assignee.tsx";
import { CopyIssue } from "./copy-issue.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import type { Asking } from "./decision-dialogs.tsx";
import { DueDate } from "./due-date.tsx";
import { FixedIn } from "./fixed-in.tsx";
import { KnownSwitch } from "./known-switch.tsx";
import { Outcome } from "./outcome.tsx";
import { TriageLine } from "./triage.tsx";
import type { Triaging } from "./triage-dialogs.tsx";

interface ReaderProps {
  campaign: Campaign;
  report: ReviewedReport;
  reports: readonly Feedback[];
  /** Null: an answer is for the chosen reports, and given above their list. */
  onAsk: ((kind: Asking["kind"]) => void) | null;
  onUndo: () => void;
  /** Null: there is nobody to assign to. */
  assign: Omit<ComponentProps<typeof AssigneeLine>, "report"> | null;
  onTriage: (kind: Triaging["kind"]) => void;
  onShow: (id: string) => void;
  /** On a phone: to the list. */
  onBack?: () => void;
}

export function Reader({ campaign, report, reports, onAsk, onUndo, assign, onTriage, onShow, onBack }: ReaderProps) {
  const { t } = useLingui();
  const { scheduled } = report;
  useSeenReport(report.id);
  const reviews = useCan("review", report.org_id);
  const refused = useRejectedChanges("feedback").get(report.id);
  return (
    <article
      aria-labelledby="report-heading"
      className="flex min-w-0 flex-col rounded-lg border-line bg-raised lg:border lg:shadow-sm max-lg:bg-transparent"
    >
      <div className="flex flex-col gap-6 lg:p-6">
        {onBack && (
          <Button variant="ghost" icon={ArrowLeft} onClick={onBack} className="-ms-3 w-fit">
            <Trans>All reports</Trans>
          </Button>
        )}
        <header className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <FeedbackStatus status={report.status} />
            {report.known && (
              <Badge>
                <Trans>Known issue</Trans>
              </Badge>
            )}
            {report.reproductions > 0 && (
              <Badge icon={Repeat2}>
                <Plural value={report.reproductions} one="reported # more time" other="reported # more times" />
              </Badge>
            )}
            <PendingBadge row={report} withText />
            {!scheduled && <DueDate report={report} />}
          </div>
          <h2 id="report-heading" tabIndex={-1} className="text-xl">
            {report.summary}
          </h2>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="inline-flex items-center gap-2 font-medium">
              <Avatar name={report.tester_name} size="sm" /> {report.tester_name}
            </span>
            <span className="text-muted">
              <Trans>
                written <DateText value={report.captured_at} />
              </Trans>
            </span>
          </div>
          {assign && <AssigneeLine report={report} {...assign} />}
          <TriageLine
            report={report}
            onPriority={reviews ? () => onTriage("priority") : null}
            onTags={reviews ? () => onTriage("tags") : null}
          />
          <div className="-ms-3 flex flex-wrap items-center gap-y-1">
            <CopyIssue report={report} />
            <TellAdmins thing={{ content_type: "feedback", content_id: report.id, title: report.summary }} />
          </div>
        </header>
        <ReportText report={report} />
        <AttachmentGallery row={report} />
        {refused && <RejectedChangeNotice change={refused} />}
        {!scheduled && <Outcome report={report} campaign={campaign} reports={reports} onShow={onShow} />}
        {reviews && !scheduled && report.status === "approved" && <KnownSwitch report={report} />}
        {reviews && report.known && <FixedIn report={report} campaign={campaign} />}
      </div>
      <DecisionBar report={report} onAsk={onAsk} onUndo={onUndo} />
      <section className="flex flex-col gap-4 border-line border-t pt-6 max-lg:mt-6 lg:p-6">
        <h3 className="text-base">
          <Trans>Conversation</Trans>
        </h3>
        <CommentThread
          report={report}
          internalNotes
          empty={t`Ask the tester something, or leave a note for yourself.`}
        />
      </section>
    </article>
  );
}
