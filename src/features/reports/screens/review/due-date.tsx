import { Trans, useLingui } from "@lingui/react/macro";
import { Clock } from "lucide-react";
import { formatDay } from "#i18n/format.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { useNow } from "#ui/use-now.ts";

const SOON_MS = 2 * 86_400_000;

interface DueDateProps {
  report: Feedback;
  /** List rows show a short form: "in 3 days", or the date. */
  short?: "near" | "day";
}

/** The deadline of the review. The server approves overdue reports. */
export function DueDate({ report, short }: DueDateProps) {
  const { i18n } = useLingui();
  const now = useNow();
  if (report.status !== "submitted" || !report.due_at) return null;
  const soon = new Date(report.due_at).getTime() - now < SOON_MS;
  return (
    <span
      className={cx(
        "inline-flex min-w-0 items-center gap-1 text-xs",
        soon ? "font-semibold text-caution" : "text-muted",
      )}
    >
      <Clock aria-hidden className="size-3.5 shrink-0" />
      {short ? (
        <span className="truncate">
          <span className="sr-only">
            <Trans>Due</Trans>{" "}
          </span>
          {short === "day" ? (
            <time dateTime={report.due_at}>{formatDay(report.due_at, i18n.locale)}</time>
          ) : (
            <DateText value={report.due_at} />
          )}
        </span>
      ) : (
        <Trans>
          Approved automatically <DateText value={report.due_at} />
        </Trans>
      )}
    </span>
  );
}
