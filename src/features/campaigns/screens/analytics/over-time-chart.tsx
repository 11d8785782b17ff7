// The only chart that needs axes: loaded by itself, when somebody looks at it. The table beside it
// has the same numbers.
import { useLingui } from "@lingui/react/macro";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay } from "../../../../i18n/format.ts";
import { feedbackTypeLabel } from "../../../reports/labels.ts";
import type { Period } from "./figures.ts";

const types = ["bug", "feature", "usability"] as const;
export const typeColour = {
  bug: "var(--color-danger)",
  feature: "var(--color-info)",
  usability: "var(--color-caution)",
} as const;

const textStyle = { fill: "var(--color-muted)", fontSize: 13 };

export function OverTimeChart({ periods, title }: { periods: readonly Period[]; title: string }) {
  const { t, i18n } = useLingui();
  const day = (value: unknown) => (typeof value === "string" ? formatDay(value, i18n.locale) : "");
  // Its first frame is drawn before it has been measured: narrower than the narrowest screen, so
  // that the page never scrolls sideways.
  return (
    <div className="h-64 overflow-x-clip">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 240, height: 256 }}>
        {/* Arrow keys walk through the bars. */}
        <BarChart
          data={[...periods]}
          accessibilityLayer
          title={title}
          margin={{ top: 8, right: 4, bottom: 0, left: -16 }}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="day"
            tickFormatter={day}
            tick={textStyle}
            tickLine={false}
            stroke="var(--color-line-strong)"
            minTickGap={24}
          />
          <YAxis allowDecimals={false} tick={textStyle} tickLine={false} axisLine={false} />
          <Tooltip
            labelFormatter={day}
            cursor={{ fill: "var(--color-sunken)" }}
            isAnimationActive={false}
            contentStyle={{
              background: "var(--color-raised)",
              border: "1px solid var(--color-line)",
              borderRadius: 8,
              color: "var(--color-text)",
            }}
          />
          {types.map((type) => (
            <Bar
              key={type}
              dataKey={type}
              name={t(feedbackTypeLabel[type])}
              stackId="reports"
              fill={typeColour[type]}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
