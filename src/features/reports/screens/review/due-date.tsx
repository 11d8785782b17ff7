import { Trans, useLingui } from "@lingui/react/macro";
import { Clock } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { formatDay } from "../../../../i18n/format.ts";
import { cx } from "../../../../ui/cx.ts";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { useNow } from "../../../../ui/use-now.ts";

const SOON_MS = 2 * 86_400_000;

/** By when a report wants an answer; unanswered, the server approves it then. */
export function DueDate({ report, short }: { report: Feedback; short?: boolean | "day" }) {
  const { i18n } = useLingui();
  const now = useNow();
  if (report.status !== "submitted" || !report.due_at) return null;
  const soon = new Date(report.due_at).getTime() - now < SOON_MS;
  return (
    <span className={cx("inline-flex items-center gap-1 text-xs", soon ? "font-semibold text-caution" : "text-muted")}>
      <Clock aria-hidden className="size-3.5 shrink-0" />
      {short === "day" ? (
        <time dateTime={report.due_at}>
          <span className="sr-only">
            <Trans>Due</Trans>{" "}
          </span>
          {formatDay(report.due_at, i18n.locale)}
        </time>
      ) : short ? (
        <Trans>
          Due <DateText value={report.due_at} />
        </Trans>
      ) : (
        <Trans>
          Approved automatically <DateText value={report.due_at} />
        </Trans>
      )}
    </span>
  );
}
