import { Trans, useLingui } from "@lingui/react/macro";
import { applicationWithdraw } from "#sync/mutations/applications.ts";
import type { Application } from "#sync/schema/applications.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { useIsSuspended } from "../../common/use-is-suspended.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";

/** Confirms first, because a tester can apply only once per test. */
export function WithdrawButton({ application, size }: { application: Application; size?: "sm" }) {
  const { t } = useLingui();
  const joined = application.status === "accepted";
  const title = application.campaign_title;
  const withdraw = useMutationToast(applicationWithdraw);
  const question = useConfirm(async (close) => {
    close();
    const done = await withdraw(application.id);
    if (done.ok) showToast({ title: joined ? t`You left the test` : t`Application withdrawn`, description: title });
  });
  if (useIsSuspended()) return null;
  return (
    <>
      <Button size={size ?? "md"} opensDialog onClick={question.ask}>
        {joined ? <Trans>Leave this test</Trans> : <Trans>Withdraw</Trans>}
      </Button>
      <ConfirmDialog
        {...question.dialog}
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
