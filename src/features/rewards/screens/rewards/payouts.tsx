// Being paid: what could be asked for now, why not when it could not, and what became of earlier
// requests.
import { Trans, useLingui } from "@lingui/react/macro";
import { HandCoins } from "lucide-react";
import { payoutBlocked, payoutRequest } from "../../../../../sync/mutations/payouts.ts";
import type { RewardTotals } from "../../../../../sync/queries/rewards.ts";
import type { Payout } from "../../../../../sync/schema/payouts.ts";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { useSite } from "../../../../state/site-settings.ts";
import { useStatus } from "../../../../state/status.ts";
import { useMutation } from "../../../../state/store.ts";
import { Button, TextLink } from "../../../../ui/button.tsx";
import { Section } from "../../../../ui/card.tsx";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useConfirm } from "../../../../ui/use-confirm.ts";
import { failureText } from "../../../sync/failures.ts";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "../../../sync/widgets/rejected-change-notice.tsx";
import { PayoutStatus } from "../../widgets/reward-badges.tsx";

interface PayoutsProps {
  rewards: readonly Reward[];
  totals: readonly RewardTotals[];
  payouts: readonly Payout[];
  address: string;
}

export function Payouts({ rewards, totals, payouts, address }: PayoutsProps) {
  const { t } = useLingui();
  const refusals = useRejectedChanges("payouts");
  const { paypal } = useSite();
  return (
    <Section title={t`Payouts`}>
      {[...refusals.values()].map((change) => (
        <RejectedChangeNotice key={change.key} change={change} />
      ))}
      {totals.map((total) => (
        <Request
          key={total.currency}
          total={total}
          address={address}
          blocked={paypal ? payoutBlocked(rewards, payouts, total.currency, address) : "switched_off"}
        />
      ))}
      {payouts.length > 0 && (
        <ul
          aria-label={t`Payout requests`}
          className="divide-y divide-line rounded-lg border border-line bg-raised shadow-sm"
        >
          {payouts.map((payout) => (
            <li key={payout.id}>
              <PayoutLine payout={payout} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface RequestProps {
  total: RewardTotals;
  address: string;
  blocked: ReturnType<typeof payoutBlocked> | "switched_off";
}

/** One currency: the amount, the button, or the reason why there is none to press. */
function Request({ total, address, blocked }: RequestProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const request = useMutation(payoutRequest);
  const amount = <Money cents={total.earned} currency={total.currency} />;
  const question = useConfirm(async (close) => {
    close();
    const done = await request(total.currency);
    if (!done.ok) return showToast({ tone: "danger", title: t(failureText(done.error)) });
    showToast({
      title: t`Payout requested`,
      ...(online ? {} : { description: t`It will be sent when you are online.` }),
    });
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-raised p-4 shadow-sm md:px-5">
      <div className="min-w-0">
        <p className="font-semibold">
          <Trans>{amount} to be paid out</Trans>
        </p>
        <p className="text-muted text-sm">
          {blocked === null && <Trans>All of it goes to {address} by PayPal.</Trans>}
          {blocked === "switched_off" && <Trans>Payouts are currently turned off. Nothing is lost.</Trans>}
          {blocked === "no_rewards" && <Trans>Nothing to pay out right now. Approved reports add to it.</Trans>}
          {blocked === "waiting" && <Trans>Your request is on its way to the server.</Trans>}
          {blocked === "no_paypal" && (
            <Trans>
              Where should it go? <TextLink to="/tester/profile">Add your PayPal address</TextLink> first.
            </Trans>
          )}
        </p>
      </div>
      <Button icon={HandCoins} variant="primary" disabled={blocked !== null} onClick={question.ask}>
        <Trans>Request payout</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        tone="primary"
        title={<Trans>Request {amount}?</Trans>}
        confirmLabel={<Trans>Request payout</Trans>}
      >
        <Trans>An admin sends all your earned rewards of this currency to {address}.</Trans>
      </ConfirmDialog>
    </div>
  );
}

function PayoutLine({ payout }: { payout: Payout }) {
  return (
    <div className="flex min-h-14 items-center gap-4 px-4 py-2.5 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <Money cents={payout.amount_cents} currency={payout.currency} /> <PendingBadge row={payout} />
        </p>
        <p className="break-words text-muted text-sm">
          {payout.paypal_email} ·{" "}
          <span className="whitespace-nowrap">
            <DateText value={payout.decided_at ?? payout.requested_at} />
          </span>
        </p>
        {payout.reason !== "" && <p className="break-words text-sm">{payout.reason}</p>}
      </div>
      <PayoutStatus status={payout.status} />
    </div>
  );
}
