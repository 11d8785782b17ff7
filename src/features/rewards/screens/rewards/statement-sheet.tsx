// The printed statement: name, date, totals, rewards by month, and payouts. Uses absolute dates.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatMonth } from "#i18n/format.ts";
import { RECENT_DAYS } from "#lib/constants.ts";
import { usePerson } from "#state/session.ts";
import type { RewardTotals } from "#sync/queries/rewards.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { cx } from "#ui/cx.ts";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { useNow } from "#ui/use-now.ts";
import { payoutStatusLabel, rewardSource, rewardStatusLabel } from "../../labels.ts";
import { byMonth, sums } from "./months.ts";

interface StatementSheetProps {
  rewards: readonly Reward[];
  totals: readonly RewardTotals[];
  payouts: readonly Payout[];
}

export function StatementSheet({ rewards, totals, payouts }: StatementSheetProps) {
  const { i18n } = useLingui();
  const { name, email } = usePerson();
  const today = <DateText value={new Date(useNow()).toISOString()} absolute />;
  return (
    <article className="flex flex-col gap-6 text-sm">
      <header>
        <h1 className="text-2xl">
          <Trans>Statement of rewards</Trans>
        </h1>
        <p>
          {name} · {email} · <Trans>as of {today}</Trans>
        </p>
      </header>
      {totals.map((total) => (
        <Totals key={total.currency} total={total} />
      ))}
      {byMonth(rewards).map(([month, list]) => (
        <section key={month}>
          <h2 className="flex break-after-avoid justify-between gap-4 text-base">
            <span className="inline-block first-letter:uppercase">{formatMonth(`${month}-01`, i18n.locale)}</span>
            <span className="flex gap-3">
              {sums(list).map(([currency, cents]) => (
                <Money key={currency} cents={cents} currency={currency} />
              ))}
            </span>
          </h2>
          <Lines rewards={list} />
        </section>
      ))}
      {payouts.length > 0 && <Paid payouts={payouts} />}
    </article>
  );
}

const row = "break-inside-avoid border-line border-b *:py-1 *:pe-4 *:text-start *:font-normal *:last:pe-0";

const Rows = ({ children, ...rest }: { "aria-label"?: string; children: ReactNode }) => (
  <table {...rest} className="w-full">
    <tbody>{children}</tbody>
  </table>
);

function Totals({ total }: { total: RewardTotals }) {
  const { t } = useLingui();
  const { currency } = total;
  const lines = [
    { label: t`Total earned`, cents: total.total },
    { label: t`Not yet paid out`, cents: total.earned },
    { label: t`Last ${RECENT_DAYS} days`, cents: total.last30Days },
    { label: t`Payout requested`, cents: total.requested },
    { label: t({ message: "Paid", context: "payout" }), cents: total.paid },
  ];
  return (
    <Rows aria-label={t`Totals in ${currency}`}>
      {lines.map(({ label, cents }) => (
        <tr key={label} className={row}>
          <th scope="row">{label}</th>
          <td className="text-end! font-semibold!">
            <Money cents={cents} currency={currency} />
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Lines({ rewards }: { rewards: readonly Reward[] }) {
  const { t } = useLingui();
  return (
    <Rows>
      {rewards.map((reward) => (
        <Line key={reward.id} at={reward.earned_at} money={reward} voided={reward.status === "void"}>
          <th scope="row" className="break-words">
            {reward.campaign_title}
          </th>
          <td className="w-28">{t(rewardSource(reward))}</td>
          <td className="w-40">{t(rewardStatusLabel[reward.status])}</td>
        </Line>
      ))}
    </Rows>
  );
}

function Paid({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui();
  return (
    <section>
      <h2 className="break-after-avoid text-base">
        <Trans>Payouts</Trans>
      </h2>
      <Rows>
        {payouts.map((payout) => (
          <Line key={payout.id} at={payout.decided_at ?? payout.requested_at} money={payout}>
            <th scope="row" className="break-all">
              {payout.paypal_email}
            </th>
            <td className="w-40">{t(payoutStatusLabel[payout.status])}</td>
          </Line>
        ))}
      </Rows>
    </section>
  );
}

interface LineProps {
  at: string;
  money: { amount_cents: number; currency: string };
  voided?: boolean;
  children: ReactNode;
}

function Line({ at, money, voided, children }: LineProps) {
  return (
    <tr className={row}>
      <td className="w-32 whitespace-nowrap">
        <DateText value={at} absolute />
      </td>
      {children}
      <td className={cx("w-28 text-end!", voided && "line-through")}>
        <Money cents={money.amount_cents} currency={money.currency} />
      </td>
    </tr>
  );
}
