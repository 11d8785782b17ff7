import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ReportText } from "#features/common/widgets/report-text.tsx";
import { failureText } from "#features/sync/failures.ts";
import { useStatus } from "#state/status.ts";
import { type Failure, useMutation } from "#state/store.ts";
import { reportSubmit } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { useFilesBeingAdded } from "../../use-attach.ts";
import { AttachmentGallery } from "../../widgets/attachment-gallery.tsx";
import { useIsRecording } from "./use-recorder.ts";
import type { ReportDraft } from "./use-report-draft.ts";

interface ReadBackProps {
  report: OwnReport;
  draft: ReportDraft;
  onClose: () => void;
}

export function ReadBack({ report, draft, onClose }: ReadBackProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const submit = useMutation(reportSubmit);
  const adding = useFilesBeingAdded(report.id);
  const recording = useIsRecording();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async () => {
    setSending(true);
    if (await draft.flush()) {
      const sent = await submit(report.id);
      if (sent.ok) {
        showToast({
          title: online ? t`Report sent` : t`Report saved`,
          description: online ? t`It is on its way to the developer.` : t`It will be sent when you are online.`,
        });
        return;
      }
      setFailure(sent.error);
    }
    setSending(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>What the developer will see</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button variant="primary" disabled={recording} pending={sending || adding > 0} onClick={() => void send()}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ReportText report={{ ...report, ...draft.values }} headingLevel={3} />
        <AttachmentGallery row={report} />
        {recording ? (
          <Notice live>
            <Trans>The screen is still being recorded. Stop the recording, then send the report.</Trans>
          </Notice>
        ) : (
          adding > 0 && (
            <Notice live>
              <Plural
                value={adding}
                one="# file is still being added. You can send the report once it is here."
                other="# files are still being added. You can send the report once they are here."
              />
            </Notice>
          )
        )}
        {!online && (
          <Notice>
            <Trans>You are offline. The report is saved here and sent as soon as you are online.</Trans>
          </Notice>
        )}
        {failure && (
          <Notice tone="danger" live>
            {t(failureText(failure))}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
