import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CheckCheck } from "lucide-react";
import { failureText } from "#features/sync/failures.ts";
import { useMutation } from "#state/store.ts";
import { payoutPaid } from "#sync/mutations/payouts.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";

/** Marks all listed payouts as paid, after PayPal accepted the file. Asks twice: it moves money. */
export function MarkAllPaid({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui();
  const paid = useMutation(payoutPaid);
  const last = useConfirm(async (close) => {
    close();
    const done = await Promise.all(payouts.map((p) => paid(p.id)));
    const failed = done.find((one) => !one.ok);
    showToast(
      failed && !failed.ok ? { tone: "danger", title: t(failureText(failed.error)) } : { title: t`Marked as paid` },
    );
  });
  const question = useConfirm(async (close) => {
    close();
    last.ask();
  });
  return (
    <>
      <Button icon={CheckCheck} disabled={payouts.length === 0} opensDialog onClick={question.ask}>
        <Trans>Mark all as paid</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        tone="primary"
        title={<Plural value={payouts.length} one="Mark # payout as paid?" other="Mark # payouts as paid?" />}
        confirmLabel={<Trans>Continue</Trans>}
      >
        <Trans>The testers are notified that the money is on its way. This cannot be undone.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...last.dialog}
        tone="danger"
        title={<Trans>Has PayPal accepted every payment?</Trans>}
        confirmLabel={<Trans>Mark as paid</Trans>}
      >
        <Trans>Check the file in PayPal first. A payout marked as paid is not sent again.</Trans>
      </ConfirmDialog>
    </>
  );
}
