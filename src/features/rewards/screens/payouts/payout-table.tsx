import { Trans, useLingui } from "@lingui/react/macro";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { type Result, useMutation } from "#state/store.ts";
import { payoutFailed, payoutPaid } from "#sync/mutations/payouts.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { PayoutStatus } from "../../widgets/reward-badges.tsx";

export function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui();
  const columns: Column<Payout>[] = [
    column("tester", t`Tester`, { primary: true }, (p) => p.tester_name),
    column("paypal", t`PayPal address`, (p) => <EmailText value={p.paypal_email} />),
    column("amount", t`Amount`, { align: "end" }, (p) => <Money cents={p.amount_cents} currency={p.currency} />),
    column("requested", t`Requested`, (p) => <DateText value={p.requested_at} />),
    column("status", t`Status`, (p) => <State payout={p} />),
    // Hides the label of an empty actions cell on a phone.
    column(
      "actions",
      t`Actions`,
      { align: "end", className: "lg:w-16 max-lg:not-has-[button]:hidden" },
      (p) => p.status === "requested" && <Actions payout={p} />,
    ),
  ];
  return <DataTable caption={t`Payouts`} columns={columns} rows={payouts} keyOf={(p) => p.id} />;
}

const State = ({ payout }: { payout: Payout }) => (
  <span className="inline-flex flex-col gap-1 max-md:items-end">
    <span className="inline-flex flex-wrap items-center gap-2">
      <PayoutStatus status={payout.status} />
      <PendingBadge row={payout} />
    </span>
    {payout.reason !== "" && <span className="wrap-anywhere text-muted">{payout.reason}</span>}
  </span>
);

function Actions({ payout: { id, tester_name } }: { payout: Payout }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"paid" | "failed" | null>(null);
  const paid = useMutation(payoutPaid);
  const failed = useMutation(payoutFailed);
  const showResult = async (done: Promise<Result<unknown>>, success: string) => {
    setOpen(null);
    const result = await done;
    showToast(result.ok ? { title: success } : { tone: "danger", title: t(failureText(result.error)) });
  };
  return (
    <>
      <Menu
        label={t`Actions for ${tester_name}`}
        items={[
          menuEntry("paid", Check, t`Mark as paid`, () => setOpen("paid")),
          menuEntry("failed", X, t`Mark as failed`, { tone: "danger" }, () => setOpen("failed")),
        ]}
      />
      <ConfirmDialog
        open={open === "paid"}
        onClose={() => setOpen(null)}
        onConfirm={() => void showResult(paid(id), t`Marked as paid`)}
        tone="primary"
        title={t`Mark the payout to ${tester_name} as paid?`}
        confirmLabel={<Trans>Mark as paid</Trans>}
      >
        {t`${tester_name} is notified that the money is on its way. This cannot be undone.`}
      </ConfirmDialog>
      {open === "failed" && (
        <ReasonDialog
          draft={`payout-failed:${id}`}
          onClose={() => setOpen(null)}
          title={t`Mark the payout to ${tester_name} as failed?`}
          help={<Trans>The tester sees this. The rewards become available again and can be requested again.</Trans>}
          confirmLabel={<Trans>Mark as failed</Trans>}
          onConfirm={(reason) => void showResult(failed(id, reason), t`Marked as failed`)}
        />
      )}
    </>
  );
}
