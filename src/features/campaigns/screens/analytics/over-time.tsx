import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { type Feedback, feedbackType } from "../../../../../sync/schema/feedback.ts";
import { formatDay } from "../../../../i18n/format.ts";
import { Count } from "../../../../ui/formatted-values.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { feedbackTypeLabel } from "../../../reports/labels.ts";
import { useToday } from "../../rules.ts";
import { overTime } from "./figures.ts";

const OverTimeChart = lazy(() => import("./over-time-chart.tsx").then((m) => ({ default: m.OverTimeChart })));

const dot = { bug: "bg-danger", feature: "bg-info", usability: "bg-caution" } as const;

/** Reports by day or week, stacked by type: as a picture, and as a table. */
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
      <Suspense fallback={<Skeleton className="h-64" />}>
        <OverTimeChart periods={periods} title={title} />
      </Suspense>
      <details className="text-sm">
        <summary className="tap inline-flex items-center rounded-md font-semibold text-accent">
          <Trans>View as a table</Trans>
        </summary>
        <div className="overflow-x-auto">
          <table className="mt-2 w-full max-w-xl">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="text-muted">
                <th scope="col" className="py-1.5 pe-4 text-start font-semibold">
                  {unit === "day" ? <Trans>Day</Trans> : <Trans>Week of</Trans>}
                </th>
                {feedbackType.options.map((type) => (
                  <th key={type} scope="col" className="px-2 py-1.5 text-end font-semibold">
                    {t(feedbackTypeLabel[type])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {periods
                .filter((p) => p.bug + p.feature + p.usability > 0)
                .map((period) => (
                  <tr key={period.day} className="border-line border-t">
                    <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                      {formatDay(period.day, i18n.locale)}
                    </th>
                    {feedbackType.options.map((type) => (
                      <td key={type} className="px-2 py-1.5 text-end tabular-nums">
                        <Count value={period[type]} />
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
