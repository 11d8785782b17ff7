// What was earned month by month, as a picture and as a table.
import { useLingui } from "@lingui/react/macro";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { formatMoney, formatMonth, formatRoundMoney, formatShortMonth } from "../../../../i18n/format.ts";
import { Section } from "../../../../ui/card.tsx";
import { Chart } from "../../../../ui/chart/chart.tsx";
import { useToday } from "../../../campaigns/rules.ts";
import { earningsByMonth } from "./months.ts";

interface EarningsProps {
  rewards: readonly Reward[];
  currency: Reward["currency"];
  /** There are rewards in other currencies too: this one is named. */
  several: boolean;
}

/** Nothing when the last year brought nothing. */
export function Earnings({ rewards, currency, several }: EarningsProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const months = earningsByMonth(rewards, currency, useToday());
  if (months.length === 0) return null;
  const title = several ? t`Earned per month in ${currency}` : t`Earned per month`;
  return (
    <Section title={title}>
      <div className="rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5">
        <Chart
          points={months.map(({ month, cents }) => ({ at: `${month}-01`, cents }))}
          series={[{ key: "cents", label: t`Amount`, colour: "accent" }]}
          title={title}
          unit={t`Month`}
          height={192}
          at={(month) => formatMonth(month, locale)}
          shortAt={(month) => formatShortMonth(month, locale)}
          value={(cents) => formatMoney(cents, currency, locale)}
          shortValue={(cents) => formatRoundMoney(cents, currency, locale)}
        />
      </div>
    </Section>
  );
}
