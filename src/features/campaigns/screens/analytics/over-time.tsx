import { useLingui } from "@lingui/react/macro";
import { useToday } from "#features/common/campaign-rules.ts";
import { feedbackTypeLabel } from "#features/common/report-labels.ts";
import { formatDay, formatMonth, formatNumber, formatShortMonthYear } from "#i18n/format.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { type Feedback, feedbackType } from "#sync/schema/feedback.ts";
import { Chart } from "#ui/chart/chart.tsx";
import { useWide } from "#ui/use-wide.ts";
import { overTime } from "./figures.ts";

const colour = { bug: "danger", feature: "info", usability: "caution" } as const;
const dot = { bug: "bg-danger", feature: "bg-info", usability: "bg-caution" } as const;

/**
 * Maximum number of bars that keeps each at least 6 px wide: on a 320 px phone, and next to the
 * sidebar.
 */
const MOST_BARS = { narrow: 31, wide: 62 } as const;

interface OverTimeProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  range: { from: string; to: string } | undefined;
}

export function OverTime({ campaign, reports, range }: OverTimeProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const { unit, periods } = overTime(reports, campaign, useToday(), MOST_BARS[useWide() ? "wide" : "narrow"], range);
  const title = { day: t`Reports per day`, week: t`Reports per week`, month: t`Reports per month` }[unit];
  return (
    <section className="flex flex-col gap-3 lg:col-span-2 print:col-span-2 print:break-inside-auto!">
      <h2 className="text-lg">{title}</h2>
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {feedbackType.options.map((type) => (
          <li key={type} className="inline-flex items-center gap-2">
            <span className={`size-3 rounded-sm forced-color-adjust-none [print-color-adjust:exact] ${dot[type]}`} />
            {t(feedbackTypeLabel[type])}
          </li>
        ))}
      </ul>
      <Chart
        points={periods.map(({ day, ...counts }) => ({ at: day, ...counts }))}
        series={feedbackType.options.map((type) => ({
          key: type,
          label: t(feedbackTypeLabel[type]),
          colour: colour[type],
        }))}
        title={title}
        unit={{ day: t`Day`, week: t`Week of`, month: t`Month` }[unit]}
        height={256}
        at={(day) => (unit === "month" ? formatMonth(day, locale) : formatDay(day, locale))}
        shortAt={(day) => (unit === "month" ? formatShortMonthYear(day, locale) : formatDay(day, locale))}
        value={(n) => formatNumber(n, locale)}
      />
    </section>
  );
}
