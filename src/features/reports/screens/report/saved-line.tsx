import { Trans, useLingui } from "@lingui/react/macro";
import { Check, CircleAlert } from "lucide-react";
import { failureText } from "#features/sync/failures.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { reportFields } from "#sync/schema/feedback.ts";
import { Spinner } from "#ui/spinner.tsx";
import type { ReportDraft } from "./use-report-draft.ts";

/** Fields with a value in a new report. */
const prefilled: readonly string[] = ["release_id", "type", "severity", "device"];

export function SavedLine({ report, draft }: { report: OwnReport; draft: ReportDraft }) {
  const { t, i18n } = useLingui();
  if (draft.failure) {
    return (
      <p role="alert" className="flex items-start gap-1.5 text-danger text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <Trans>Not saved.</Trans> {t(failureText(draft.failure))}
        </span>
      </p>
    );
  }
  if (draft.saving) {
    return (
      <p className="flex items-center gap-1.5 text-muted text-sm">
        <Spinner className="size-4" />
        <Trans>Saving…</Trans>
      </p>
    );
  }
  // Nothing was saved before the first input.
  if (!reportFields.some((name) => !prefilled.includes(name) && report[name])) return <span />;
  const time = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(report.updated_at),
  );
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm" data-testid="saved-line">
      <Check aria-hidden className="size-4 text-positive" />
      <span>
        <Trans>Saved on this device</Trans> · <time dateTime={report.updated_at}>{time}</time>
      </span>
    </p>
  );
}
