// Campaign analytics (S19): what came in, from whom, how quickly, at what cost. All from the rows
// on this device.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { BarChart3, Printer } from "lucide-react";
import { applicantsOf } from "../../../../../sync/queries/applications.ts";
import { reportsToReview } from "../../../../../sync/queries/feedback.ts";
import { releasesOf } from "../../../../../sync/queries/releases.ts";
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { useStatus } from "../../../../state/status.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { FilterSelect } from "../../../../ui/filter-select.tsx";
import { PrintSheet } from "../../../../ui/print-sheet.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { StatCard, StatRow } from "../../../../ui/stat-card.tsx";
import { useBuildOptions } from "../../../reports/use-build-options.ts";
import { FeedbackBars } from "../../widgets/feedback-bars.tsx";
import { SummarySheet } from "../../widgets/summary-sheet.tsx";
import { DeviceBars } from "./device-bars.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Funnel } from "./funnel.tsx";
import { OutcomeBars } from "./outcome-bars.tsx";
import { OverTime } from "./over-time.tsx";
import { useFigures, useSummary } from "./use-figures.tsx";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");
const NONE: Release[] = [];

export function Analytics({ campaign }: { campaign: Campaign }) {
  const reports = useQuery(reportsToReview(campaign.id));
  const applications = useQuery(applicantsOf(campaign.id));
  const firstSyncDone = useStatus("firstSyncDone");
  if (reports.state === "error" || applications.state === "error") {
    return <ErrorState onRetry={() => window.location.reload()} />;
  }
  if (reports.state === "loading" || applications.state === "loading") return <SkeletonList />;
  if (reports.data.length === 0 && applications.data.length === 0) {
    return firstSyncDone ? (
      <EmptyState icon={BarChart3} title={<Trans>No data yet</Trans>}>
        <Trans>Figures and charts appear here with the first applicants and reports.</Trans>
      </EmptyState>
    ) : (
      <SkeletonList />
    );
  }
  return <Numbers campaign={campaign} reports={reports.data} applications={applications.data} />;
}

interface NumbersProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  applications: readonly Application[];
}

function Numbers({ campaign, reports: all, applications }: NumbersProps) {
  const { build } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const { t } = useLingui();
  const builds = useBuildOptions(campaign, all);
  const reports = build ? all.filter((r) => (r.release_id ?? "none") === build) : all;
  const rows = { campaign, reports, applications, build };
  const { counts, figures, cost } = useFigures(rows);
  const summary = useSummary(rows);
  const releases = useQueryOr(releasesOf(campaign.app_id ?? ""), NONE);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {(builds.length > 1 || build) && (
          <FilterSelect
            label={t`Build`}
            all={t`All builds`}
            value={build}
            options={builds}
            className="me-auto w-auto max-w-52"
            onChange={(chosen) =>
              void navigate({ search: (old) => ({ ...old, build: chosen }), replace: true, resetScroll: false })
            }
          />
        )}
        {reports.length > 0 && <ExportMenu campaign={campaign} reports={reports} releases={releases} />}
        <Button size="sm" icon={Printer} onClick={() => window.print()}>
          <Trans>Print summary</Trans>
        </Button>
      </div>
      <StatRow>
        {[...figures, cost].map((figure) => (
          <StatCard key={figure.label} {...figure} />
        ))}
      </StatRow>
      {reports.length > 0 && <OverTime campaign={campaign} reports={reports} />}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <Funnel counts={counts} />
        {reports.length > 0 && <OutcomeBars reports={reports} releases={releases} />}
        {reports.length > 0 && <DeviceBars reports={reports} applications={applications} />}
      </div>
      {reports.length > 0 && <FeedbackBars reports={reports} />}
      <PrintSheet>
        <SummarySheet {...summary} onPaper />
      </PrintSheet>
    </div>
  );
}
