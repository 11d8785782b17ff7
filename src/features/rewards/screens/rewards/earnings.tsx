import { Trans, useLingui } from "@lingui/react/macro";
import { useToday } from "#features/common/campaign-rules.ts";
import { formatMoney, formatMonth, formatRoundMoney, formatShortMonth } from "#i18n/format.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Section } from "#ui/card.tsx";
import { Chart } from "#ui/chart/chart.tsx";
import { Money } from "#ui/formatted-values.tsx";
import { earningsByMonth, lastTwoMonths } from "./months.ts";

interface EarningsProps {
  rewards: readonly Reward[];
  currency: Reward["currency"];
  /** True if there are rewards in other currencies: shows the currency name. */
  several: boolean;
}

/** Renders nothing without earnings in the last year. */
export function Earnings({ rewards, currency, several }: EarningsProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const today = useToday();
  const months = earningsByMonth(rewards, currency, today);
  if (months.length === 0) return null;
  const compared = lastTwoMonths(months);
  const running = `${today.slice(0, 7)}-01`;
  const title = several ? t`Earned per month in ${currency}` : t`Earned per month`;
  return (
    <Section title={title}>
      <div className="rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5">
        {compared && <ThisMonth {...compared} currency={currency} />}
        <Chart
          running={running}
          points={months.map(({ month, cents }) => ({ at: `${month}-01`, cents }))}
          series={[{ key: "cents", label: t`Amount`, colour: "accent" }]}
          title={title}
          unit={t`Month`}
          height={192}
          at={(at) => {
            const month = formatMonth(at, locale);
            return at === running ? t`${month} (so far)` : month;
          }}
          shortAt={(month) => formatShortMonth(month, locale)}
          value={(cents) => formatMoney(cents, currency, locale)}
          shortValue={(cents) => formatRoundMoney(cents, currency, locale)}
        />
      </div>
    </Section>
  );
}

interface ThisMonthProps {
  now: number;
  before: number;
  currency: Reward["currency"];
}

/** Compares the current month with the previous one, with the chart's stripes as legend. */
function ThisMonth({ now, before, currency }: ThisMonthProps) {
  const soFar = <Money cents={now} currency={currency} />;
  const last = <Money cents={before} currency={currency} />;
  const difference = <Money cents={Math.abs(now - before)} currency={currency} />;
  return (
    <p className="mb-3 flex gap-2">
      {now > 0 && (
        <span
          aria-hidden
          className="mt-1 size-4 shrink-0 rounded-[3px] border border-accent bg-[repeating-linear-gradient(135deg,var(--color-accent)_0_2px,var(--color-accent-soft)_2px_5px)]"
        />
      )}
      <span>
        {now === 0 ? (
          <Trans>Nothing so far this month, {last} in all of last month</Trans>
        ) : before === 0 ? (
          <Trans>{soFar} so far this month, nothing last month</Trans>
        ) : now > before ? (
          <Trans>
            {soFar} so far this month, {difference} more than in all of last month
          </Trans>
        ) : now < before ? (
          <Trans>
            {soFar} so far this month, {difference} less than in all of last month
          </Trans>
        ) : (
          <Trans>{soFar} so far this month, as much as in all of last month</Trans>
        )}
      </span>
    </p>
  );
}
