// Columns by day, week or month, with a table for screen readers and print.
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { cx } from "../cx.ts";
import { Skeleton } from "../skeleton.tsx";
import type { ChartPoint, ChartProps } from "./chart-props.ts";

// Cast: `lazy` loses the type parameter.
const ColumnChart = lazy(() => import("./column-chart.tsx").then((m) => ({ default: m.ColumnChart }))) as <
  P extends ChartPoint,
>(
  props: ChartProps<P>,
) => React.ReactNode;

/** Columns whose labels fit on a phone, and on a desktop. */
const FEW = 4;
const MONTHS = 12;

/** @param unit header of the table's first column */
export function Chart<P extends ChartPoint>({ unit, ...chart }: ChartProps<P> & { unit: string }) {
  const { t } = useLingui();
  const { points, series, title, height, at, value } = chart;
  const [first, last] = [points[0], points.at(-1)];
  const told = points.filter((point) => series.some(({ key }) => point[key] !== 0));
  const table = (
    <table className="mt-2 w-full max-w-xl text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1.5 pe-4 text-start font-semibold">
            {unit}
          </th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col" className="px-2 py-1.5 text-end font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {told.map((point) => (
          <tr key={point.at} className="border-line border-t">
            <th scope="row" className="wrap-normal py-1.5 pe-4 text-start font-normal first-letter:uppercase">
              {at(point.at)}
            </th>
            {series.map(({ key }) => (
              <td key={key} className="px-2 py-1.5 text-end tabular-nums">
                {value(Number(point[key]))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      {chart.grouped && (
        <ul aria-label={t`Legend`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ key, label, colour }) => (
            <li key={key} className="inline-flex items-center gap-2">
              <span
                aria-hidden
                className="size-3 rounded-sm forced-color-adjust-none [print-color-adjust:exact]"
                style={{ background: `var(--color-${colour})` }}
              />
              {label}
            </li>
          ))}
        </ul>
      )}
      <Suspense
        fallback={
          <div style={{ height }}>
            <Skeleton className="h-full" />
          </div>
        }
      >
        <ColumnChart {...chart} />
      </Suspense>
      {/* The axis labels only some of many columns. */}
      {first && last && points.length > FEW && (
        <p className={cx("text-muted text-xs", points.length <= MONTHS && "md:hidden")}>
          <Trans>
            {points.length} columns, from {at(first.at)} to {at(last.at)}
          </Trans>
        </p>
      )}
      <details data-print="hide" className="text-sm">
        <summary className="tap inline-flex items-center rounded-md font-semibold text-accent">
          <Trans>View as a table</Trans>
        </summary>
        <div className="overflow-x-auto">{table}</div>
      </details>
      <div className="hidden print:block">{table}</div>
    </>
  );
}
