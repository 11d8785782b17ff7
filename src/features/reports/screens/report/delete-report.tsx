import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { useMutation } from "#state/store.ts";
import { reportDiscard } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";

/** Deletes a draft. Reports that reached the server cannot be deleted. */
export function DeleteReport({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const discard = useMutation(reportDiscard);
  if (!report.rejection && report.status !== "draft") return null;
  const confirm = async () => {
    setAsking(false);
    // Navigate first: the editor of a deleted report would briefly show "not found".
    await navigate({ to: "/tester/tests/$campaignId", params: { campaignId: report.campaign_id }, replace: true });
    const done = await discard(report.id);
    showToast(done.ok ? { title: t`Report deleted` } : { tone: "danger", title: t(failureText(done.error)) });
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Trash2}
        opensDialog
        onClick={() => setAsking(true)}
        className="w-fit text-danger"
      >
        {report.rejection ? <Trans>Discard report</Trans> : <Trans>Delete draft</Trans>}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={report.rejection ? t`Discard this report?` : t`Delete this draft?`}
        confirmLabel={report.rejection ? t`Discard report` : t`Delete draft`}
        cancelLabel={t`Keep it`}
      >
        <Trans>Its text and photos are deleted from all your devices. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}
