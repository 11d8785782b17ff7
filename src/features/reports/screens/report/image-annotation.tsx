import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useAttachment } from "#state/attachment.ts";
import { reportAttach } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { showToast } from "#ui/toast.tsx";
import { useCountedFile } from "../../use-attach.ts";

const MarkupDialog = lazy(async () => ({ default: (await import("./markup/markup-dialog.tsx")).MarkupDialog }));

interface MarkUpProps {
  report: OwnReport;
  attachment: Attachment;
  onClose: () => void;
}

export function MarkUp({ report, attachment, onClose }: MarkUpProps) {
  const { t } = useLingui();
  const view = useAttachment(report, attachment);
  const attach = useMutationToast(reportAttach);
  const counted = useCountedFile();
  // The first one: reading it again after its upload would discard the marks.
  const [picture, setPicture] = useState<Blob>();
  if (view.state === "ready" && !picture) setPicture(view.blob);
  if (!picture) return null;
  const save = async (blob: Blob, size: { width: number; height: number }) => {
    const stem = attachment.name.replace(/\.[^.]*$/, "") || attachment.name;
    const name = `${stem}.${blob.type === "image/png" ? "png" : "jpg"}`;
    const done = await counted(report.id, () => attach(report.id, { name, blob, ...size }, attachment));
    if (!done.ok) return;
    showToast({ title: t`Picture saved with annotations` });
    onClose();
  };
  return (
    <Suspense>
      <MarkupDialog name={attachment.name} picture={picture} onClose={onClose} onSave={save} />
    </Suspense>
  );
}
