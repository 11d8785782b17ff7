import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { useMutation } from "#state/store.ts";
import { payoutPaid } from "#sync/mutations/payouts.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";

interface MarkAllPaidProps {
  payouts: readonly Payout[];
  /** Ids of the payouts in the last exported file, or null. */
  exported: ReadonlySet<string> | null;
}

/** Marks all listed payouts as paid, after PayPal accepted the file. Asks twice: it moves money. */
export function MarkAllPaid({ payouts, exported }: MarkAllPaidProps) {
  const { t } = useLingui();
  // The list may grow while a question is open.
  const [asked, setAsked] = useState(payouts);
  const missing = exported ? asked.filter(({ id }) => !exported.has(id)).length : 0;
  const paid = useMutation(payoutPaid);
  const last = useConfirm(async (close) => {
    close();
    const done = await Promise.all(asked.map((p) => paid(p.id)));
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
      <Button
        icon={CheckCheck}
        disabled={payouts.length === 0}
        opensDialog
        onClick={() => {
          setAsked(payouts);
          question.ask();
        }}
      >
        <Trans>Mark all as paid</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        tone="primary"
        title={<Plural value={asked.length} one="Mark # payout as paid?" other="Mark # payouts as paid?" />}
        confirmLabel={<Trans>Continue</Trans>}
      >
        {missing > 0 && (
          <strong className="block">
            <Plural
              value={missing}
              one="# payout is not in the file that you exported."
              other="# payouts are not in the file that you exported."
            />
          </strong>
        )}
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
