import { useLingui } from "@lingui/react/macro";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { type Feedback, feedbackType } from "../../../../../sync/schema/feedback.ts";
import { formatDay, formatNumber } from "../../../../i18n/format.ts";
import { Chart } from "../../../../ui/chart/chart.tsx";
import { feedbackTypeLabel } from "../../../reports/labels.ts";
import { useToday } from "../../rules.ts";
import { overTime } from "./figures.ts";

const colour = { bug: "danger", feature: "info", usability: "caution" } as const;
const dot = { bug: "bg-danger", feature: "bg-info", usability: "bg-caution" } as const;

/** Reports by day or week, stacked by type. */
export function OverTime({ campaign, reports }: { campaign: Campaign; reports: readonly Feedback[] }) {
  const { t, i18n } = useLingui();
  const { unit, periods } = overTime(reports, campaign, useToday());
  const title = unit === "day" ? t`Reports per day` : t`Reports per week`;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {feedbackType.options.map((type) => (
          <li key={type} className="inline-flex items-center gap-2">
            <span className={`size-3 rounded-sm ${dot[type]}`} />
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
        unit={unit === "day" ? t`Day` : t`Week of`}
        height={256}
        at={(day) => formatDay(day, i18n.locale)}
        value={(n) => formatNumber(n, i18n.locale)}
      />
    </section>
  );
}
