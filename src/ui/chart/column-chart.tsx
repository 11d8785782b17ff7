// Loaded on demand. The table below has the same numbers.
import { useId, useState } from "react";
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { cx } from "../cx.ts";
import { axisAmounts, axisDates } from "./axis.ts";
import type { ChartPoint, ChartProps } from "./chart-props.ts";

/** Below the narrowest screen. */
const NARROWEST = 240;
const valueAxisWidth = (isShort: boolean) => (isShort ? 52 : 36);
/** Shrinks the chart to the paper's width when printing; the library's box has no size then. */
const fitsPaper = cx(
  "break-inside-avoid print:h-auto! print:[&_:is(div,svg)]:h-auto!",
  "print:[&_.recharts-responsive-container>div]:w-full! print:[&_.recharts-wrapper]:max-w-full!",
);
const textStyle = { fill: "var(--color-muted)", fontSize: 13 };

export function ColumnChart<P extends ChartPoint>({
  points,
  series,
  running,
  grouped = false,
  title,
  height,
  at,
  shortAt = at,
  value,
  shortValue,
}: ChartProps<P>) {
  const columns = points.map((point) => series.map(({ key }) => Number(point[key])));
  const heights = columns.flatMap((column) => (grouped ? column : [column.reduce((sum, n) => sum + n, 0)]));
  const most = Math.max(0, ...heights);
  // With negative totals (more revoked than granted) the library chooses the ticks.
  const ticks = Math.min(0, ...heights) < 0 ? null : most > 0 ? axisAmounts(most) : [0];
  const text = (label: unknown) => (typeof label === "string" ? at(label) : "");
  const id = useId();
  const [width, setWidth] = useState(NARROWEST);
  const labelWidth = 7 * Math.max(0, ...points.map((point) => shortAt(point.at).length)) + 10;
  const room = width - valueAxisWidth(shortValue !== undefined);
  const dates = axisDates(points.length, Math.floor(room / labelWidth)).flatMap((i) => points[i]?.at ?? []);
  // The first frame is drawn before measuring: prevent horizontal scrolling.
  return (
    <div className={cx("overflow-x-clip [print-color-adjust:exact]", fitsPaper)} style={{ height }}>
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: NARROWEST, height }}
        onResize={setWidth}
      >
        <BarChart data={[...points]} accessibilityLayer title={title} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
          {running && (
            <defs>
              {series.map(({ key, colour }) => (
                <Stripes key={key} id={`${id}${key}`} colour={colour} />
              ))}
            </defs>
          )}
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="at"
            tickFormatter={shortAt}
            tick={textStyle}
            tickLine={false}
            stroke="var(--color-line-strong)"
            ticks={dates}
            minTickGap={8}
            interval="preserveStartEnd"
          />
          <YAxis
            allowDecimals={false}
            tickFormatter={shortValue ?? value}
            tick={textStyle}
            tickLine={false}
            axisLine={false}
            {...(ticks && { ticks, domain: [0, ticks.at(-1) || 1], interval: 0 })}
            width={valueAxisWidth(shortValue !== undefined)}
          />
          <Tooltip
            labelFormatter={text}
            formatter={(n) => value(Number(n))}
            cursor={{ fill: "var(--color-sunken)" }}
            isAnimationActive={false}
            contentStyle={{
              background: "var(--color-raised)",
              border: "1px solid var(--color-line)",
              borderRadius: 8,
              color: "var(--color-text)",
            }}
          />
          {series.map(({ key, label, colour }, i) => (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              {...(!grouped && { stackId: "all" })}
              fill={`var(--color-${colour})`}
              {...(running && {
                shape: (bar: BarShapeProps) => (
                  <Rectangle
                    {...bar}
                    {...(points[bar.index]?.at === running && {
                      fill: `url(#${id}${key})`,
                      stroke: `var(--color-${colour})`,
                      strokeWidth: 1.5,
                    })}
                  />
                ),
              })}
              radius={grouped || i === series.length - 1 ? [3, 3, 0, 0] : 0}
              maxBarSize={40}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Marks an unfinished month without relying on color. */
function Stripes({ id, colour }: { id: string; colour: string }) {
  return (
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={6} height={6} fill={`var(--color-${colour}-soft)`} />
      <rect width={2.5} height={6} fill={`var(--color-${colour})`} />
    </pattern>
  );
}
