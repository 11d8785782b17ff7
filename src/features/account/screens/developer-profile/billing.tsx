import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { useMutation } from "#state/store.ts";
import { accountEdit } from "#sync/mutations/profile.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { Button } from "#ui/button.tsx";
import { FactLine, FactList } from "#ui/fact.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { showToast } from "#ui/toast.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { PlanDialog } from "./plan-dialog.tsx";
import { type BillingInfo, planName } from "./plans.ts";

export function Billing({ account }: { account: Account }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"plan" | "payment" | null>(null);
  const save = useMutation(accountEdit);
  const { plan, next_billing_date, payment_method } = account.billing;
  const change = async (next: Partial<BillingInfo>, success: string) => {
    setOpen(null);
    const done = await save({ billing: { ...account.billing, ...next } });
    showToast(done.ok ? { title: success } : { tone: "danger", title: t(failureText(done.error)) });
  };
  return (
    <div className="flex flex-col gap-4">
      <FactList>
        <FactLine label={<Trans>Plan</Trans>}>
          {t(planName[plan])} <PendingBadge row={account} />
        </FactLine>
        <FactLine label={<Trans>Next billing date</Trans>}>
          {next_billing_date ? <DateText value={next_billing_date} absolute /> : <Trans context="feminine">None</Trans>}
        </FactLine>
        <FactLine label={<Trans>Payment method</Trans>}>{payment_method || <Trans>None</Trans>}</FactLine>
      </FactList>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen("plan")}>
          <Trans>Change Plan</Trans>
        </Button>
        <Button onClick={() => setOpen("payment")}>
          <Trans>Update Payment Method</Trans>
        </Button>
      </div>
      <p className="text-muted text-sm">
        <Trans>Betaflock does not charge anything: the plan and payment method are for your records only.</Trans>
      </p>
      {open === "plan" && (
        <PlanDialog
          billing={account.billing}
          onClose={() => setOpen(null)}
          onChange={(next) => void change(next, t`Plan changed`)}
        />
      )}
      {open === "payment" && (
        <PaymentDialog
          billing={account.billing}
          onClose={() => setOpen(null)}
          onChange={(next) => void change(next, t`Payment method updated`)}
        />
      )}
    </div>
  );
}
