// Replaces or removes a sent report's file that this device has lost or damaged.
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { rejectionText } from "#features/sync/failures.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { attachmentLimits } from "#state/image-processing.ts";
import { reportDetach } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { PendingItem } from "#sync/queries/pending-items.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { Button } from "#ui/button.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { Notice } from "#ui/notice.tsx";
import { useAttach, useFilesBeingAdded } from "../../use-attach.ts";

interface ChooseAgainProps {
  report: OwnReport;
  attachment: Attachment;
  upload: PendingItem;
}

export function ChooseAgain({ report, attachment, upload }: ChooseAgainProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const attach = useAttach();
  const detach = useMutationToast(reportDetach);
  const adding = useFilesBeingAdded(report.id) > 0;
  return (
    <Notice
      tone="danger"
      title={<Trans>“{attachment.name}” was not sent</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" pending={adding} onClick={() => input.current?.click()}>
            <Trans>Choose the file again</Trans>
          </Button>
          <Button size="sm" variant="ghost" disabled={adding} onClick={() => void detach(report.id, attachment)}>
            <Trans>Send without it</Trans>
          </Button>
        </div>
      }
    >
      <p>{t(rejectionText(upload.failure))}</p>
      <HiddenFileInput
        ref={input}
        accept={`image/*,${attachmentLimits.types.join(",")}`}
        label={t`Choose the file again`}
        onFile={(file) => void attach(report.id, [file], attachment)}
      />
    </Notice>
  );
}
