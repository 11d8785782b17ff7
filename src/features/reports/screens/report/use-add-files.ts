import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { failureText } from "#features/sync/failures.ts";
import { pastedFiles } from "#lib/pasted-files.ts";
import { useMutation } from "#state/store.ts";
import { reportDetach } from "#sync/mutations/feedback.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { showToast } from "#ui/toast.tsx";
import { useAttach, useFilesBeingAdded } from "../../use-attach.ts";

export function useAddFiles(report: OwnReport) {
  const { t } = useLingui();
  const busy = useFilesBeingAdded(report.id);
  const attach = useAttach();
  const detach = useMutation(reportDetach);

  const add = (files: readonly File[]) => attach(report.id, files);
  const remove = async (attachment: Attachment) => {
    const done = await detach(report.id, attachment);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };

  const addRef = useRef(add);
  useEffect(() => {
    addRef.current = add;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      void addRef.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);

  return { add, remove, busy };
}
