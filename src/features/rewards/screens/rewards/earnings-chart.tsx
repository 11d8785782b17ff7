// Loaded by itself, when somebody has earned something. The table below it has the same numbers.
import { useLingui } from "@lingui/react/macro";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatMoney, formatMonth, formatRoundMoney, formatShortMonth } from "../../../../i18n/format.ts";
import { axisAmounts, type MonthlyEarnings } from "./months.ts";

const textStyle = { fill: "var(--color-muted)", fontSize: 13 };

interface EarningsChartProps {
  months: readonly MonthlyEarnings[];
  currency: string;
  title: string;
}

export function EarningsChart({ months, currency, title }: EarningsChartProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const amounts = axisAmounts(Math.max(...months.map(({ cents }) => cents)));
  // Its first frame is drawn before it has been measured: narrower than the narrowest screen.
  return (
    <div className="h-48 overflow-x-clip">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 240, height: 192 }}>
        {/* Arrow keys walk through the bars. */}
        <BarChart data={[...months]} accessibilityLayer title={title} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="month"
            tickFormatter={(month: string) => formatShortMonth(`${month}-01`, locale)}
            tick={textStyle}
            tickLine={false}
            stroke="var(--color-line-strong)"
            minTickGap={4}
          />
          <YAxis
            tickFormatter={(cents: number) => formatRoundMoney(cents, currency, locale)}
            tick={textStyle}
            tickLine={false}
            axisLine={false}
            ticks={amounts}
            domain={[0, amounts.at(-1) ?? 0]}
            width={52}
          />
          <Tooltip
            labelFormatter={(month) => formatMonth(`${String(month)}-01`, locale)}
            formatter={(cents) => formatMoney(Number(cents), currency, locale)}
            cursor={{ fill: "var(--color-sunken)" }}
            isAnimationActive={false}
            contentStyle={{
              background: "var(--color-raised)",
              border: "1px solid var(--color-line)",
              borderRadius: 8,
              color: "var(--color-text)",
            }}
          />
          <Bar
            dataKey="cents"
            name={t`Amount`}
            fill="var(--color-accent)"
            radius={[4, 4, 0, 0]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
