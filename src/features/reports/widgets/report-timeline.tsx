// The history of a report, oldest first. Each entry shows the text of that moment.
import { Trans, useLingui } from "@lingui/react/macro";
import { Clock, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Feedback } from "#sync/schema/feedback.ts";
import { type Tone, textTone } from "#ui/color-role.ts";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { reasonLabel, timelineLook } from "../../common/report-labels.ts";
import { type TimelineEntry, timelineOf } from "../report-history.ts";

interface ReportTimelineProps {
  report: Feedback;
  /** Extra content of the last entry: the reward, or the original of a duplicate. */
  outcome?: ReactNode;
  /** The next step, shown as the last line. */
  next?: ReactNode;
}

export function ReportTimeline({ report, outcome, next }: ReportTimelineProps) {
  const { t } = useLingui();
  const entries = timelineOf(report);
  if (entries.length === 0) return null;
  return (
    <ol aria-label={t`What happened to this report`} className="flex flex-col text-sm">
      {entries.map((entry, index) => (
        <Entry key={`${entry.at}|${entry.status}`} entry={entry} last={index === entries.length - 1 && !next}>
          {index === entries.length - 1 && outcome}
        </Entry>
      ))}
      {next && (
        <Row icon={Clock} tone="neutral" last>
          <div className="text-muted">{next}</div>
        </Row>
      )}
    </ol>
  );
}

function Entry({ entry, last, children }: { entry: TimelineEntry; last: boolean; children?: ReactNode }) {
  const { t } = useLingui();
  const { icon, tone } = timelineLook[entry.status];
  const automatic = entry.by === "server" && entry.text === "automatic";
  return (
    <Row icon={icon} tone={tone} last={last}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">
          <EntryTitle entry={entry} />
        </span>
        <span className="text-muted">
          {entry.at === null ? <Trans>Not sent yet</Trans> : <DateText value={entry.at} />}
        </span>
      </p>
      {entry.status === "approved" && (
        <p className="flex flex-wrap items-center gap-2">
          <Trans>Usefulness</Trans> <Rating value={entry.usefulness} />
        </p>
      )}
      {entry.reason_code !== "" && <p>{t(reasonLabel[entry.reason_code])}</p>}
      {automatic ? (
        <p className="text-muted">
          <Trans>Approved automatically: not answered within the promised time.</Trans>
        </p>
      ) : (
        entry.text.trim() !== "" && (
          <blockquote className="whitespace-pre-wrap break-words border-line-strong border-s-2 ps-3">
            {entry.text}
          </blockquote>
        )
      )}
      {children}
    </Row>
  );
}

function EntryTitle({ entry }: { entry: TimelineEntry }) {
  switch (entry.status) {
    case "submitted":
      if (entry.at === null) return <Trans>Ready to send</Trans>;
      return entry.again ? <Trans>Sent again</Trans> : <Trans>Report sent</Trans>;
    case "changes_requested":
      return <Trans>Changes requested</Trans>;
    case "approved":
      return <Trans>Approved</Trans>;
    case "rejected":
      return <Trans>Rejected</Trans>;
  }
}

interface RowProps {
  icon: LucideIcon;
  tone: Tone;
  last: boolean;
  children: ReactNode;
}

const Row = ({ icon: Icon, tone, last, children }: RowProps) => (
  <li className="relative flex gap-3 pb-4 last:pb-0">
    {!last && <span aria-hidden className="absolute start-[9px] top-6 bottom-1 w-px bg-line-strong" />}
    <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", textTone[tone])} />
    <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
  </li>
);
