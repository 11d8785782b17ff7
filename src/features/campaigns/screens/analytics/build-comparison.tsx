import { useLingui } from "@lingui/react/macro";
import { feedbackTypeLabel, severityLabel } from "#features/common/report-labels.ts";
import { formatNumber } from "#i18n/format.ts";
import { feedbackType, severity } from "#sync/schema/feedback.ts";
import type { CampaignRows } from "../../summary.ts";
import { rewardsOf } from "./figures.ts";
import { keyFigures } from "./periods.ts";
import { useFigureTexts } from "./use-figures.tsx";

interface ComparedBuild {
  value: string;
  label: string;
}

interface BuildComparisonProps {
  /** Includes the reports of all builds. */
  rows: CampaignRows;
  builds: readonly [ComparedBuild, ComparedBuild];
}

/** The figures of two builds next to each other. */
export function BuildComparison({ rows, builds }: BuildComparisonProps) {
  const { t, i18n } = useLingui();
  const { names, shown } = useFigureTexts(rows.campaign.currency);
  const title = t`Builds compared`;
  const of = builds.map(({ value }) => {
    const reports = rows.reports.filter((r) => (r.release_id ?? "none") === value);
    return { reports, figures: keyFigures({ ...rows, reports, rewards: rewardsOf(reports, rows.rewards) }) };
  });
  const counts = (label: string, counted: (report: (typeof rows.reports)[number]) => boolean) => ({
    label,
    values: of.map(({ reports }) => formatNumber(reports.filter(counted).length, i18n.locale)),
  });
  const lines = [
    ...names.map(({ key, label }) => ({ label, values: of.map(({ figures }) => shown[key](figures[key])) })),
    ...feedbackType.options.map((type) => counts(t(feedbackTypeLabel[type]), (r) => r.type === type)),
    ...severity.options
      .toReversed()
      .map((one) => counts(t`Bugs: ${t(severityLabel[one])}`, (r) => r.type === "bug" && r.severity === one)),
  ];
  return (
    <section className="flex flex-col gap-3 lg:col-span-2 print:col-span-2">
      <h2 className="text-lg">{title}</h2>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-line border-b">
            <th scope="col">
              <span className="sr-only">{t`Figure`}</span>
            </th>
            {builds.map(({ value, label }) => (
              <th key={value} scope="col" className="wrap-anywhere py-2 ps-3 text-end font-semibold">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row" className="py-2 text-start font-normal text-muted">
                {label}
              </th>
              {values.map((value, index) => (
                <td key={builds[index]?.value} className="py-2 ps-3 text-end font-medium">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
