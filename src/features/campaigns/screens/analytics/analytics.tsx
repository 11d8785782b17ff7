import { Trans, useLingui } from "@lingui/react/macro";
import { BarChart3, Printer } from "lucide-react";
import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { useBuildOptions } from "#features/reports/use-build-options.ts";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { DateRange } from "#ui/date-range.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { FilterSelect } from "#ui/filter-select.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { useNow } from "#ui/use-now.ts";
import type { CampaignRows } from "../../summary.ts";
import { FeedbackBars } from "../../widgets/feedback-bars.tsx";
import { BuildComparison } from "./build-comparison.tsx";
import { DeviceBars } from "./device-bars.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { arrived, funnel, rewardsOf } from "./figures.ts";
import { Funnel } from "./funnel.tsx";
import { OutcomeBars } from "./outcome-bars.tsx";
import { OverTime } from "./over-time.tsx";
import { funnelIn, isIn, periodLengths } from "./periods.ts";
import { useCampaignRows } from "./use-campaign-rows.ts";
import { useFigures } from "./use-figures.tsx";
import { usePeriod } from "./use-period.ts";

const counted = ["feedback", "applications", "rewards", "releases"] as const;

export function Analytics({ campaign }: { campaign: Campaign }) {
  const rows = useCampaignRows(campaign);
  if (rows.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (rows.state === "loading") return <SkeletonList />;
  if (rows.data.reports.length === 0 && rows.data.applications.length === 0) {
    return (
      <SyncedEmptyState of={counted} icon={BarChart3} title={<Trans>No data yet</Trans>}>
        <Trans>Figures and charts appear here with the first applicants and reports.</Trans>
      </SyncedEmptyState>
    );
  }
  return <Numbers {...rows.data} />;
}

function Numbers(all: CampaignRows) {
  const { campaign, applications, releases } = all;
  const [{ build, versus, from, to }, change] = useCampaignSearch();
  const { t } = useLingui();
  const [days, setDays] = usePeriod();
  const builds = useBuildOptions(campaign, all.reports);
  const reports = build ? all.reports.filter((r) => (r.release_id ?? "none") === build) : all.reports;
  // Rewards for other builds count only without a build filter.
  const rows = { ...all, reports, rewards: build ? rewardsOf(reports, all.rewards) : all.rewards };
  const chosen = from || to ? { from, to } : null;
  const { ended, figures, range } = useFigures(rows, days, chosen);
  const shown = range ? reports.filter((r) => isIn(range, arrived(r))) : reports;
  const first = builds.find(({ value }) => value === build);
  const second = builds.find(({ value }) => value === versus && value !== build);
  const inRange = range ? all.reports.filter((r) => isIn(range, arrived(r))) : all.reports;
  return (
    <div className="flex flex-col gap-6">
      <MissingRows of={counted} />
      <PaperHeader
        campaign={campaign}
        range={range}
        build={build && builds.find(({ value }) => value === build)?.label}
      />
      <div data-print="hide" className="flex flex-wrap items-center justify-end gap-2">
        <div className="me-auto flex min-w-0 flex-wrap items-center gap-2">
          {reports.length > 0 && !chosen && (
            <FilterPills
              label={t`Compared period`}
              value={String(days)}
              onChange={(chosen) => setDays(periodLengths.find((one) => String(one) === chosen) ?? days)}
              pills={periodLengths.map((length) => ({
                value: String(length),
                label: ended ? t`Its last ${length} days` : t`Last ${length} days`,
              }))}
            />
          )}
          {(builds.length > 1 || build) && (
            <FilterSelect
              label={t`Build`}
              all={t`All builds`}
              value={build}
              options={builds}
              className="w-auto max-w-52"
              onChange={(next) => change({ build: next })}
            />
          )}
          {first && builds.length > 1 && (
            <FilterSelect
              label={t`Compare with`}
              all={t`No comparison`}
              value={second?.value}
              options={builds.filter(({ value }) => value !== build)}
              className="w-auto max-w-52"
              onChange={(next) => change({ versus: next })}
            />
          )}
          <DateRange from={from} to={to} onChange={change} />
          {chosen && (
            <Button variant="ghost" size="sm" onClick={() => change({ from: undefined, to: undefined })}>
              <Trans>Whole campaign</Trans>
            </Button>
          )}
        </div>
        {shown.length > 0 && <ExportMenu campaign={campaign} reports={shown} releases={releases} />}
        <Button icon={Printer} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <StatRow>
        {figures.map(({ key, ...figure }) => (
          <StatCard key={key} {...figure} />
        ))}
      </StatRow>
      <div className="grid gap-4 *:min-w-0 *:break-inside-avoid *:rounded-lg *:border *:border-line *:bg-raised *:p-4 *:shadow-sm md:*:p-5 lg:grid-cols-2 print:grid-cols-2">
        {first && second && <BuildComparison rows={{ ...all, reports: inRange }} builds={[first, second]} />}
        {shown.length > 0 && <OverTime campaign={campaign} reports={shown} range={range} />}
        {range ? (
          <Funnel
            counts={funnelIn(range, applications, reports)}
            note={<Trans>Testers who applied in these days, and how far they got until now.</Trans>}
          />
        ) : (
          <Funnel counts={funnel(applications, reports)} />
        )}
        {shown.length > 0 && (
          <>
            <OutcomeBars reports={shown} releases={build ? [] : releases} />
            <DeviceBars reports={shown} applications={applications} />
            <FeedbackBars reports={shown} withStatus={false} />
          </>
        )}
      </div>
    </div>
  );
}

interface PaperHeaderProps {
  campaign: Campaign;
  range: { from: string; to: string } | undefined;
  build: string | undefined;
}

function PaperHeader({ campaign: { start_date, end_date }, range, build }: PaperHeaderProps) {
  const { t } = useLingui();
  const today = <DateText value={new Date(useNow()).toISOString()} absolute />;
  return (
    <p className="hidden print:block">
      <DateText value={range?.from ?? start_date} absolute /> – <DateText value={range?.to ?? end_date} absolute /> ·{" "}
      {build ? `${t`Build`}: ${build}` : t`All builds`} · <Trans>as of {today}</Trans>
    </p>
  );
}
