import { useLingui } from "@lingui/react/macro";
import { formatDate } from "#i18n/format.ts";
import { useQueryOr } from "#state/query.ts";
import { versionsOf } from "#sync/queries/releases.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { showToast } from "#ui/toast.tsx";
import { toIssue } from "../../exports.ts";

export function useCopyIssue(report: Feedback): () => void {
  const { t, i18n } = useLingui();
  const versions = useQueryOr(report.release_id ? versionsOf([report.release_id]) : null, new Map());
  return () =>
    void navigator.clipboard
      .writeText(toIssue(report, { t, date: (at) => formatDate(at, i18n.locale), versions }))
      .then(
        () => showToast({ title: t`Copied: paste it into GitHub or Jira` }),
        () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
      );
}
