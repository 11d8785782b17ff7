// Rewards: available amount, earnings and their state by month. All totals are computed from rows.
import { Trans, useLingui } from "@lingui/react/macro";
import { Printer, Wallet } from "lucide-react";
import { FindTest } from "#features/common/widgets/empty-campaigns.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useList } from "#state/list.ts";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { useSite } from "#state/site-settings.ts";
import { payoutBlocked } from "#sync/mutations/payouts.ts";
import { payoutsOfTester } from "#sync/queries/payouts.ts";
import { accountById } from "#sync/queries/profile.ts";
import { rewardsOfTester, rewardTotals } from "#sync/queries/rewards.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PrintSheet } from "#ui/print-sheet.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useNow } from "#ui/use-now.ts";
import { Balance } from "./balance.tsx";
import { Earnings } from "./earnings.tsx";
import { Payouts } from "./payouts.tsx";
import { Statement } from "./statement.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

const NO_PAYOUTS: Payout[] = [];

export function Rewards() {
  const { t } = useLingui();
  const { id } = usePerson();
  const rewards = useList(rewardsOfTester(id), ["rewards"]);
  const payouts = useQuery(payoutsOfTester(id));
  const account = useQuery(accountById(id));
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
  address: string;
}

function Earned({ rewards, payouts, address }: EarnedProps) {
  const now = useNow();
  const rejections = useRejectedChanges("payouts");
  const { paypal } = useSite();
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
      <MissingRows of={["rewards", "payouts"]} />
      {[...rejections.values()].map((change) => (
        <RejectedChangeNotice key={change.key} change={change} />
      ))}
      {totals.map((total) => (
        <Balance
          key={total.currency}
          total={total}
          several={totals.length > 1}
          address={address}
          blocked={paypal ? payoutBlocked(rewards, payouts, total.currency, address) : "switched_off"}
        />
      ))}
      {totals.map(({ currency }) => (
        <Earnings key={currency} rewards={rewards} currency={currency} several={totals.length > 1} />
      ))}
      <Payouts payouts={payouts} />
      <Statement rewards={rewards} />
      <PrintSheet>
        <StatementSheet rewards={rewards} totals={totals} payouts={payouts} />
      </PrintSheet>
    </>
  );
}
