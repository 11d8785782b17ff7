import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "#state/store.ts";
import { applicationWithdraw } from "#sync/mutations/applications.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { useIsSuspended } from "../../common/use-is-suspended.ts";
import { failureText } from "../../sync/failures.ts";

/** Confirms first, because a tester can apply only once per test. */
export function WithdrawButton({ application, size }: { application: Application; size?: "sm" }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const joined = application.status === "accepted";
  const withdraw = useMutation(applicationWithdraw);
  const confirm = async () => {
    setAsking(false);
    const done = await withdraw(application.id);
    showToast(
      done.ok
        ? { title: joined ? t`You left the test` : t`Application withdrawn`, description: application.campaign_title }
        : { tone: "danger", title: t(failureText(done.error)) },
    );
  };
  const title = application.campaign_title;
  if (useIsSuspended()) return null;
  return (
    <>
      <Button size={size ?? "md"} opensDialog onClick={() => setAsking(true)}>
        {joined ? <Trans>Leave this test</Trans> : <Trans>Withdraw</Trans>}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={joined ? t`Leave this test?` : t`Withdraw your application?`}
        confirmLabel={joined ? t`Leave test` : t`Withdraw application`}
        cancelLabel={t`Keep it`}
      >
        {joined ? (
          <Trans>
            Your spot in “{title}” goes to somebody else, and you cannot apply to it again. Reports you have sent are
            still answered and paid.
          </Trans>
        ) : (
          <Trans>You cannot apply to “{title}” a second time.</Trans>
        )}
      </ConfirmDialog>
    </>
  );
}
