import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import {
  formatDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRoundMoney,
  formatShortMonth,
} from "#i18n/format.ts";
import type { Remote } from "#state/use-online-query.ts";
import type { DayFigures } from "#sync/schema/admin-functions.ts";
import { Section } from "#ui/card.tsx";
import { Chart } from "#ui/chart/chart.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { change, columns, currencies, perDay, type Range, ranges, split, sum } from "./trends-of-days.ts";

const HEIGHT = 168;

export function Trends({ read }: { read: Remote<{ days: readonly DayFigures[] }> }) {
  const { t } = useLingui();
  const [range, setRange] = useState<Range>("month");
  // The statistics above already show the offline notice.
  if (read.state === "offline") return null;
  const labels: Record<Range, string> = { month: t`30 days`, quarter: t`13 weeks`, year: t`12 months` };
  return (
    <Section title={<Trans>Over time</Trans>}>
      {read.state === "error" && (
        <ErrorState title={<Trans>The charts could not be loaded</Trans>} onRetry={read.reload} />
      )}
      {read.state === "loading" && (
        <div className="h-64">
          <Skeleton className="h-full" />
        </div>
      )}
      {read.state === "ready" && (
        <>
          <FilterPills
            label={t`Period`}
            value={range}
            onChange={setRange}
            pills={ranges.map((value) => ({ value, label: labels[value] }))}
          />
          <Charts days={read.data.days} range={range} />
        </>
      )}
    </Section>
  );
}

function Charts({ days, range }: { days: readonly DayFigures[]; range: Range }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const bars = columns(days, range);
  const { now, before } = split(days, range);
  const money = currencies(now);
  const [chosen, setChosen] = useState<string>();
  const currency = chosen && money.includes(chosen) ? chosen : (money[0] ?? "USD");
  const axis = {
    unit: { month: t`Day`, quarter: t`Week of`, year: t`Month` }[range],
    height: HEIGHT,
    at: (day: string) => (range === "year" ? formatMonth(day, locale) : formatDay(day, locale)),
    shortAt: (day: string) => (range === "year" ? formatShortMonth(day, locale) : formatDay(day, locale)),
  };
  const number = (n: number) => formatNumber(n, locale);
  const cents = (n: number) => formatMoney(n, currency, locale);
  const people = (day: DayFigures) => day.active;
  const earned = (day: DayFigures) => day.earned[currency] ?? 0;
  const paid = (day: DayFigures) => day.paid[currency] ?? 0;
  const counted = [
    { key: "signups", title: t`Sign-ups`, measure: (day: DayFigures) => day.signups },
    { key: "reports", title: t`Reports`, measure: (day: DayFigures) => day.reports },
  ];
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {counted.map(({ key, title, measure }) => (
        <Trend
          key={key}
          title={title}
          total={number(sum(now, measure))}
          percent={change(sum(now, measure), before && sum(before, measure))}
        >
          <Chart
            {...axis}
            title={title}
            points={bars.map((bar) => ({ at: bar.at, n: sum(bar.days, measure) }))}
            series={[{ key: "n", label: title, colour: "accent" }]}
            value={number}
          />
        </Trend>
      ))}
      <Trend
        title={t`Active people per day`}
        note={t`Whose devices sent a change: an application, a report, a decision, a comment.`}
        total={number(perDay(now, people))}
        percent={change(perDay(now, people), before && perDay(before, people))}
      >
        <Chart
          {...axis}
          title={t`Active people per day`}
          points={bars.map((bar) => ({ at: bar.at, n: perDay(bar.days, people) }))}
          series={[{ key: "n", label: t`Active people per day`, colour: "accent" }]}
          value={number}
        />
      </Trend>
      <Trend
        title={t`Rewards`}
        total={cents(sum(now, earned))}
        note={t`Earned by testers; paid out: ${cents(sum(now, paid))}.`}
        percent={change(sum(now, earned), before && sum(before, earned))}
      >
        {money.length > 1 && (
          <FilterPills
            label={t`Currency`}
            value={currency}
            onChange={setChosen}
            pills={money.map((value) => ({ value, label: value }))}
          />
        )}
        <Chart
          {...axis}
          title={t`Rewards`}
          points={bars.map((bar) => ({ at: bar.at, earned: sum(bar.days, earned), paid: sum(bar.days, paid) }))}
          series={[
            { key: "earned", label: t({ message: "Earned", context: "money" }), colour: "accent" },
            { key: "paid", label: t`Paid out`, colour: "positive" },
          ]}
          grouped
          value={cents}
          shortValue={(n) => formatRoundMoney(n, currency, locale)}
        />
      </Trend>
    </div>
  );
}

interface TrendProps {
  title: string;
  total: string;
  note?: string;
  percent: number | null;
  children: ReactNode;
}

function Trend({ title, total, note, percent, children }: TrendProps) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5">
      <h3 className="text-muted text-sm">{title}</h3>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-2xl tabular-nums tracking-tight">{total}</span>
        {percent !== null && <Change percent={percent} />}
      </p>
      {note && <p className="text-muted text-sm">{note}</p>}
      {children}
    </section>
  );
}

function Change({ percent }: { percent: number }) {
  const { i18n } = useLingui();
  const shown = formatPercent(Math.abs(percent), i18n.locale);
  return (
    <span className="text-muted text-sm">
      {percent === 0 ? (
        <Trans>same as the previous period</Trans>
      ) : percent > 0 ? (
        <Trans>{shown} more than the previous period</Trans>
      ) : (
        <Trans>{shown} less than the previous period</Trans>
      )}
    </span>
  );
}
