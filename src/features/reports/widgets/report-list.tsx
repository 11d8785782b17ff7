import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { TypeChip } from "../../common/widgets/report-badges.tsx";
import { ReportLink } from "../../common/widgets/report-link.tsx";
import { PendingBadge } from "../../sync/widgets/pending-badge.tsx";
import { ReportStatus, standingOf } from "./report-status.tsx";

interface ReportListProps {
  reports: readonly OwnReport[];
  label: string;
  withCampaign?: boolean;
}

export function ReportList({ reports, label, withCampaign }: ReportListProps) {
  return (
    <RowList
      items={reports}
      label={label}
      estimate={98}
      render={(report) => <ReportRow report={report} withCampaign={withCampaign ?? false} />}
    />
  );
}

function ReportRow({ report, withCampaign }: { report: OwnReport; withCampaign: boolean }) {
  const { t } = useLingui();
  const files = report.attachments.length;
  return (
    <ReportLink
      campaignId={report.campaign_id}
      reportId={report.id}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-raised p-4 shadow-sm transition-colors duration-150 hover:border-line-strong"
    >
      <span className="flex flex-col gap-1.5 sm:flex-row sm:items-start sm:justify-between sm:gap-3">
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{report.summary.trim() || t`Untitled report`}</span>
          {withCampaign && <span className="block truncate text-muted text-sm">{report.campaign_title}</span>}
        </span>
        <ReportStatus report={report} />
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-muted text-sm">
        <TypeChip type={report.type} />
        {report.rating > 0 && <Rating value={report.rating} />}
        {files > 0 && (
          <span className="inline-flex items-center gap-1">
            <Paperclip aria-hidden className="size-4" />
            <span className="sr-only">
              <Trans>Attachments:</Trans>
            </span>
            {files}
          </span>
        )}
        <DateText value={report.captured_at} />
        {report.status === "submitted" && report.due_at && !report.rejection && (
          <span>
            <Trans>
              Answer due <DateText value={report.due_at} />
            </Trans>
          </span>
        )}
        {standingOf(report) !== "waiting" && !report.rejection && <PendingBadge row={report} />}
      </span>
    </ReportLink>
  );
}
