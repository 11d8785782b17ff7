import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, Repeat2 } from "lucide-react";
import { useState } from "react";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import { ReportText } from "#features/common/widgets/report-text.tsx";
import { IssueDialog } from "#features/flags/widgets/flag-dialog.tsx";
import { PendingFlags } from "#features/flags/widgets/pending-flags.tsx";
import { useSeenReport } from "#features/notifications/use-seen.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useCan } from "#state/organization.ts";
import type { ReviewedReport } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { useWide } from "#ui/use-wide.ts";
import { AttachmentGallery } from "../../widgets/attachment-gallery.tsx";
import { CommentThread } from "../../widgets/comment-thread.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import type { Asking } from "./decision-dialogs.tsx";
import { DueDate } from "./due-date.tsx";
import { FixedIn } from "./fixed-in.tsx";
import { KnownSwitch } from "./known-switch.tsx";
import { Outcome } from "./outcome.tsx";
import { ReplyPicker } from "./reply-picker.tsx";
import { type Assigning, ReportProperties } from "./report-properties.tsx";
import { Retests } from "./retests.tsx";
import type { SimilarGroup } from "./similar.ts";
import { SimilarReports } from "./similar-reports.tsx";
import { StillThereBadge } from "./still-there-badge.tsx";
import type { Triaging } from "./triage-dialogs.tsx";

interface ReaderProps {
  campaign: Campaign;
  report: ReviewedReport;
  reports: readonly Feedback[];
  /** Null while reports are selected: decisions then apply to the selection. */
  onAsk: ((kind: Asking["kind"]) => void) | null;
  onUndo: () => void;
  /** Null in personal organizations. */
  assign: Assigning | null;
  onTriage: (kind: Triaging["kind"]) => void;
  /** Includes the report itself. */
  similar: SimilarGroup | undefined;
  onMerge: ((group: SimilarGroup) => void) | null;
  onShow: (id: string) => void;
  /** Returns to the list on a phone. */
  onBack?: () => void;
}

export function Reader(props: ReaderProps) {
  const { campaign, report, reports, onAsk, onUndo, assign, onTriage, similar, onMerge, onShow, onBack } = props;
  const { scheduled } = report;
  useSeenReport(report.id);
  const reviews = useCan("review", report.org_id);
  const rejectedChange = useRejectedChanges("feedback").get(report.id);
  const panel = useWide("80rem");
  const [tells, setTells] = useState(false);
  const bar = <DecisionBar report={report} onAsk={onAsk} onUndo={onUndo} />;
  // Tab order follows the layout: the bar is above the text on a desktop, below it on a phone.
  const barFirst = !onBack;
  return (
    <article
      aria-labelledby="report-heading"
      className="flex min-w-0 flex-col rounded-lg border-line bg-raised lg:border lg:shadow-sm max-lg:bg-transparent"
    >
      {barFirst && bar}
      <div
        className={cx(
          panel
            ? "grid grid-cols-[minmax(0,1fr)_12rem] grid-rows-[auto_auto_1fr]"
            : "flex flex-col gap-3 lg:gap-4 lg:p-6",
        )}
      >
        <header className={cx("flex flex-col gap-3", panel && "p-6 pb-4")}>
          {onBack && (
            <Button variant="ghost" icon={ArrowLeft} onClick={onBack} className="-ms-3 mb-3 w-fit">
              <Trans>All reports</Trans>
            </Button>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <FeedbackStatus status={report.status} />
            {report.known && (
              <Badge>
                <Trans>Known issue</Trans>
              </Badge>
            )}
            <StillThereBadge report={report} />
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
        </header>
        <ReportProperties
          report={report}
          panel={panel}
          assign={assign}
          onTriage={reviews ? onTriage : null}
          onTellAdmins={() => setTells(true)}
        />
        <div className={cx("flex min-w-0 flex-col gap-6", panel && "px-6 pb-6")}>
          <PendingFlags id={report.id} />
          {similar && !scheduled && (
            <SimilarReports report={report} group={similar} onShow={onShow} onMerge={onMerge} />
          )}
          <ReportText report={report} />
          <AttachmentGallery row={report} />
          {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
          {!scheduled && <Outcome report={report} campaign={campaign} reports={reports} onShow={onShow} />}
          {reviews && !scheduled && report.status === "approved" && <KnownSwitch report={report} />}
          {reviews && !scheduled && report.status === "approved" && <FixedIn report={report} campaign={campaign} />}
          {!scheduled && report.status === "approved" && <Retests report={report} campaign={campaign} />}
        </div>
        {panel && <Conversation report={report} className="p-6" />}
      </div>
      {!barFirst && bar}
      {!panel && <Conversation report={report} className="pt-6 max-lg:mt-6 lg:p-6" />}
      {tells && (
        <IssueDialog
          thing={{ content_type: "feedback", content_id: report.id, title: report.summary }}
          onClose={() => setTells(false)}
        />
      )}
    </article>
  );
}

function Conversation({ report, className }: { report: Feedback; className: string }) {
  const { t } = useLingui();
  return (
    <section className={cx("flex min-w-0 flex-col gap-4 border-line border-t", className)}>
      <h3 className="text-base">
        <Trans>Conversation</Trans>
      </h3>
      <CommentThread
        report={report}
        internalNotes
        replies={(text, onChange) => <ReplyPicker kind="comment" reports={[report]} text={text} onChange={onChange} />}
        empty={t`Ask the tester something, or leave a note for yourself.`}
      />
    </section>
  );
}
