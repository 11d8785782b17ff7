import { useEffect, useEffectEvent } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { pastedFiles } from "#lib/pasted-files.ts";
import { reportDetach } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { useAttach, useFilesBeingAdded } from "../../use-attach.ts";

export function useAddFiles(report: OwnReport) {
  const busy = useFilesBeingAdded(report.id);
  const attach = useAttach();
  const detach = useMutationToast(reportDetach);

  const add = (files: readonly File[]) => attach(report.id, files);
  const addPasted = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event);
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => addPasted(event);
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);

  return { add, remove: (attachment: Attachment) => detach(report.id, attachment), busy };
}
