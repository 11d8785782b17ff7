import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { AppIcon, faceOf } from "#features/catalog/widgets/app-icon.tsx";
import { ReportLink, rowClass } from "#features/common/widgets/report-link.tsx";
import { ReportStatus } from "#features/reports/widgets/report-status.tsx";
import { cx } from "#ui/cx.ts";
import { TaskChevron, TaskList } from "../../widgets/task-list.tsx";
import type { Waiting } from "./tester-tasks.ts";

interface WaitingForYouProps {
  lines: readonly Waiting[];
  icons: ReadonlyMap<string, string>;
}

export const WaitingForYou = ({ lines, icons }: WaitingForYouProps) => (
  <TaskList lines={lines} keyOf={(one) => one.key}>
    {(one) => (
      <Leading to={one}>
        <AppIcon
          app={faceOf({ id: one.campaignId, app_id: one.campaign?.app_id ?? null }, icons.get(one.campaignId))}
          size="sm"
        />
        <What line={one} />
        <TaskChevron />
      </Leading>
    )}
  </TaskList>
);

/** Links to the report, or to the test if there is none. */
function Leading({ to: { report, campaignId }, children }: { to: Waiting; children: ReactNode }) {
  if (report) {
    return (
      <ReportLink campaignId={campaignId} reportId={report.id}>
        {children}
      </ReportLink>
    );
  }
  return (
    <Link to="/tester/tests/$campaignId" params={{ campaignId }} className={rowClass}>
      {children}
    </Link>
  );
}

function What({ line }: { line: Waiting }) {
  const { t } = useLingui();
  const { kind, report, campaign, campaignTitle, days, soon } = line;
  const withoutReport = {
    results: t`Your results are sent back`,
    build: t`Get the build`,
    tasks: t`Do the tasks`,
    report: t`Write your first report`,
  };
  const title = report
    ? report.summary.trim() || t`Untitled report`
    : withoutReport[kind === "results" || kind === "build" || kind === "tasks" ? kind : "report"];
  return (
    <span className="flex min-w-0 flex-1 gap-x-4 gap-y-1 max-sm:flex-col sm:items-center">
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold">{title}</span>
        {kind === "changes" && report?.reason && <span className="line-clamp-1 text-sm">{report.reason}</span>}
        <span className="flex gap-x-1.5 text-muted text-sm">
          <span className="min-w-0 truncate">{campaignTitle}</span>
          {days !== null && campaign && (
            <span className={cx("max-w-full shrink-0", soon && "font-semibold text-caution")}>
              · <TimeLeft campaign={campaign} />
            </span>
          )}
        </span>
      </span>
      {report && <ReportStatus report={report} />}
    </span>
  );
}
