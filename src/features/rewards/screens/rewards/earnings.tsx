// What was earned month by month, as a picture and as a table.
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { formatMonth } from "../../../../i18n/format.ts";
import { Section } from "../../../../ui/card.tsx";
import { Money } from "../../../../ui/formatted-values.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { useToday } from "../../../campaigns/rules.ts";
import { earningsByMonth } from "./months.ts";

const EarningsChart = lazy(() => import("./earnings-chart.tsx").then((m) => ({ default: m.EarningsChart })));

interface EarningsProps {
  rewards: readonly Reward[];
  currency: Reward["currency"];
  /** There are rewards in other currencies too: this one is named. */
  several: boolean;
}

/** Nothing when the last year brought nothing. */
export function Earnings({ rewards, currency, several }: EarningsProps) {
  const { t, i18n } = useLingui();
  const months = earningsByMonth(rewards, currency, useToday());
  if (months.length === 0) return null;
  const title = several ? t`Earned per month in ${currency}` : t`Earned per month`;
  return (
    <Section title={title}>
      <div className="rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5">
        <Suspense fallback={<Skeleton className="h-48" />}>
          <EarningsChart months={months} currency={currency} title={title} />
        </Suspense>
        <details className="text-sm">
          <summary className="tap inline-flex items-center rounded-md font-semibold text-accent">
            <Trans>View as a table</Trans>
          </summary>
          <table className="mt-2 w-full max-w-md">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="text-muted">
                <th scope="col" className="py-1.5 pe-4 text-start font-semibold">
                  <Trans>Month</Trans>
                </th>
                <th scope="col" className="py-1.5 text-end font-semibold">
                  <Trans>Amount</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, cents }) => (
                <tr key={month} className="border-line border-t">
                  <th scope="row" className="py-1.5 pe-4 text-start font-normal first-letter:uppercase">
                    {formatMonth(`${month}-01`, i18n.locale)}
                  </th>
                  <td className="py-1.5 text-end">
                    <Money cents={cents} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </Section>
  );
}
