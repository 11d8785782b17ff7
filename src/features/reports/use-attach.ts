// Takes a file into a report, and says in words when it could not and why.
import { useLingui } from "@lingui/react/macro";
import { reportAttach } from "../../../sync/mutations/feedback.ts";
import { prepareFile } from "../../state/image-processing.ts";
import { type Failure, useMutation } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "../sync/failures.ts";

/** @returns whether it is in the report */
export function useAttach() {
  const { t } = useLingui();
  const attach = useMutation(reportAttach);

  const reason = (failure: Failure) => {
    if (failure.type === "not_allowed" && failure.code === "duplicate") return t`It is already attached.`;
    if (failure.type === "not_allowed" && failure.code === "too_many")
      return t`This report already has the maximum number of files.`;
    if (failure.type === "not_allowed" && failure.code === "report_full")
      return t`The files of one report can take up 250 MB in total.`;
    return t(failureText(failure));
  };
  const refuse = (name: string, description: string) =>
    showToast({ tone: "danger", title: t`“${name}” was not attached`, description });

  return async (reportId: string, file: File): Promise<boolean> => {
    const prepared = await prepareFile(file);
    if (!prepared) {
      refuse(file.name, t`This picture could not be read.`);
      return false;
    }
    const kept = await attach(reportId, prepared);
    if (!kept.ok) refuse(file.name, reason(kept.error));
    return kept.ok;
  };
}
