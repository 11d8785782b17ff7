import { useLingui } from "@lingui/react/macro";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import type { Payout } from "#sync/schema/payouts.ts";
import { Section } from "#ui/card.tsx";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { PayoutStatus } from "../../widgets/reward-badges.tsx";
import { PaidWithin } from "./paid-within.tsx";

export function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui();
  if (payouts.length === 0) return null;
  return (
    <Section
      title={t`Payouts`}
      action={
        payouts.some(({ status }) => status === "requested") && (
          <p className="text-muted text-sm">
            <PaidWithin />
          </p>
        )
      }
    >
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
    </Section>
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
