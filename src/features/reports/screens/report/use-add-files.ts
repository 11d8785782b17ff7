// Takes files into a report, one after the other: chosen, dropped or pasted.
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { reportDetach } from "../../../../../sync/mutations/feedback.ts";
import type { OwnReport } from "../../../../../sync/queries/feedback.ts";
import type { Attachment } from "../../../../../sync/schema/feedback.ts";
import { useMutation } from "../../../../state/store.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";
import { useAttach } from "../../use-attach.ts";

export function useAddFiles(report: OwnReport) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(0);
  const attach = useAttach();
  const detach = useMutation(reportDetach);

  const add = async (files: readonly File[]) => {
    setBusy((n) => n + files.length);
    for (const file of files) {
      await attach(report.id, file);
      setBusy((n) => n - 1);
    }
  };
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
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void addRef.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);

  return { add, remove, busy };
}
