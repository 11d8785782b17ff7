import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useResultToast } from "#features/sync/use-mutation-toast.ts";
import { useMutation } from "#state/store.ts";
import { reportDiscard } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { useConfirm } from "#ui/use-confirm.ts";

/** Deletes a draft. Reports that reached the server cannot be deleted. */
export function DeleteReport({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const discard = useMutation(reportDiscard);
  const showResult = useResultToast();
  const question = useConfirm(async (close) => {
    close();
    // Navigate first: the editor of a deleted report would briefly show "not found".
    await navigate({ to: "/tester/tests/$campaignId", params: { campaignId: report.campaign_id }, replace: true });
    await showResult(discard(report.id), t`Report deleted`);
  });
  if (!report.rejection && report.status !== "draft") return null;
  return (
    <>
      <Button variant="ghost" size="sm" icon={Trash2} opensDialog onClick={question.ask} className="w-fit text-danger">
        {report.rejection ? <Trans>Discard report</Trans> : <Trans>Delete draft</Trans>}
      </Button>
      <ConfirmDialog
        {...question.dialog}
        title={report.rejection ? t`Discard this report?` : t`Delete this draft?`}
        confirmLabel={report.rejection ? t`Discard report` : t`Delete draft`}
        cancelLabel={t`Keep it`}
      >
        <Trans>Its text and photos are deleted from all your devices. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}
