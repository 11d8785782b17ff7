// Rewards: what was earned and where it stands, as totals and month by month. Sums over rows;
// nothing is stored twice.
import { Trans, useLingui } from "@lingui/react/macro";
import { Printer, Wallet } from "lucide-react";
import { payoutsOfTester } from "../../../../../sync/queries/payouts.ts";
import { accountById } from "../../../../../sync/queries/profile.ts";
import { type RewardTotals, rewardsOfTester, rewardTotals } from "../../../../../sync/queries/rewards.ts";
import type { Payout } from "../../../../../sync/schema/payouts.ts";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { RECENT_DAYS } from "../../../../lib/constants.ts";
import { useList } from "../../../../state/list.ts";
import { useQuery } from "../../../../state/query.ts";
import { usePerson } from "../../../../state/session.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Money } from "../../../../ui/formatted-values.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { PrintSheet } from "../../../../ui/print-sheet.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { StatCard, StatRow } from "../../../../ui/stat-card.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { FindTest } from "../../../campaigns/widgets/empty-campaigns.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { Earnings } from "./earnings.tsx";
import { Payouts } from "./payouts.tsx";
import { Statement } from "./statement.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

const NO_PAYOUTS: Payout[] = [];

export function Rewards() {
  const { t } = useLingui();
  const { id } = usePerson();
  const rewards = useList(rewardsOfTester(id));
  const payouts = useQuery(payoutsOfTester(id));
  const account = useQuery(accountById(id));
  // All at once: the requests and the address stand among the other figures.
  const loading = payouts.state === "loading" || account.state === "loading";
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`Rewards`}
        description={<Trans>What you have earned with approved reports.</Trans>}
        actions={
          rewards.state === "ready" &&
          rewards.data.length > 0 && (
            <Button icon={Printer} onClick={() => window.print()}>
              <Trans>Print statement</Trans>
            </Button>
          )
        }
      />
      {rewards.state !== "ready" ? (
        <ListStates list={rewards} row="h-20" />
      ) : loading ? (
        <SkeletonList className="h-20" />
      ) : (
        <Earned
          rewards={rewards.data}
          payouts={payouts.state === "ready" ? payouts.data : NO_PAYOUTS}
          address={(account.state === "ready" && account.data?.paypal_email) || ""}
        />
      )}
    </div>
  );
}

interface EarnedProps {
  rewards: readonly Reward[];
  payouts: readonly Payout[];
  /** Where they are paid to. */
  address: string;
}

function Earned({ rewards, payouts, address }: EarnedProps) {
  const now = useNow();
  if (rewards.length === 0) {
    return (
      <EmptyState icon={Wallet} title={<Trans>No rewards yet</Trans>} action={<FindTest />}>
        <Trans>When a developer approves one of your reports, its reward appears here.</Trans>
      </EmptyState>
    );
  }
  const totals = rewardTotals(rewards, new Date(now).toISOString());
  return (
    <>
      {totals.map((total) => (
        <Totals key={total.currency} total={total} several={totals.length > 1} />
      ))}
      {totals.map(({ currency }) => (
        <Earnings key={currency} rewards={rewards} currency={currency} several={totals.length > 1} />
      ))}
      <Payouts rewards={rewards} totals={totals} payouts={payouts} address={address} />
      <Statement rewards={rewards} />
      <PrintSheet>
        <StatementSheet rewards={rewards} totals={totals} payouts={payouts} />
      </PrintSheet>
    </>
  );
}

/** One row of figures per currency: amounts of different money are never added up. */
function Totals({ total, several }: { total: RewardTotals; several: boolean }) {
  const { t } = useLingui();
  const { currency } = total;
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  return (
    <section aria-label={t`Totals in ${currency}`} className="flex flex-col gap-2">
      {several && <h2 className="text-base">{currency}</h2>}
      <StatRow>
        <StatCard
          label={t`Total earned`}
          value={money(total.total)}
          detail={<Trans>{money(total.earned + total.requested)} not yet paid out</Trans>}
        />
        <StatCard label={t`Last ${RECENT_DAYS} days`} value={money(total.last30Days)} />
        <StatCard label={t`Payout requested`} value={money(total.requested)} />
        <StatCard label={t({ message: "Paid", context: "payout" })} value={money(total.paid)} />
      </StatRow>
    </section>
  );
}
