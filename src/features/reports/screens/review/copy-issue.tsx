import { Trans, useLingui } from "@lingui/react/macro";
import { ClipboardCopy } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { formatDate } from "../../../../i18n/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { toIssue } from "../../exports.ts";

/** The report as Markdown, for the tracker in which it is mended. */
export function CopyIssue({ report }: { report: Feedback }) {
  const { t, i18n } = useLingui();
  const copy = () =>
    navigator.clipboard.writeText(toIssue(report, { t, date: (at) => formatDate(at, i18n.locale) })).then(
      () => showToast({ title: t`Copied: paste it into GitHub or Jira` }),
      () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
    );
  return (
    <Button variant="ghost" size="sm" icon={ClipboardCopy} onClick={() => void copy()}>
      <Trans>Copy as an issue</Trans>
    </Button>
  );
}
