import { useLingui } from "@lingui/react/macro";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { formatDate } from "../../../../i18n/format.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { toIssue } from "../../exports.ts";

/** Copies the report as Markdown, for the tracker in which it is fixed. */
export function useCopyIssue(report: Feedback): () => void {
  const { t, i18n } = useLingui();
  return () =>
    void navigator.clipboard.writeText(toIssue(report, { t, date: (at) => formatDate(at, i18n.locale) })).then(
      () => showToast({ title: t`Copied: paste it into GitHub or Jira` }),
      () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
    );
}
