// The virtual report list: a scrolling column next to the reader, or the page itself on a phone.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Layers2, Merge, Paperclip } from "lucide-react";
import { Fragment, useEffect, useRef } from "react";
import { feedbackTypeLabel } from "#features/common/report-labels.ts";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { SrNote } from "#ui/sr-note.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { AssigneeTag } from "./assignee.tsx";
import { DueDate } from "./due-date.tsx";
import { closable, type GroupedList, MOST, originalOf, type SimilarGroup } from "./similar.ts";
import { SimilarCount } from "./similar-reports.tsx";
import { StillThereBadge } from "./still-there-badge.tsx";
import { PriorityMark, TagMarks } from "./triage.tsx";

const typeDot: Record<Feedback["type"], string> = { bug: "bg-danger", feature: "bg-info", usability: "bg-caution" };

interface ReviewListProps {
  reports: readonly Feedback[];
  wide: boolean;
  compact: boolean;
  openId: string | undefined;
  assignees: boolean;
  /** Groups by the first listed report of each. */
  similar: Pick<GroupedList<Feedback>, "groups" | "members">;
  /** Group by report id; null when the list shows groups. */
  groupOf: ReadonlyMap<string, SimilarGroup> | null;
  onMerge: ((group: SimilarGroup) => void) | null;
  /** Null when no listed report can be decided. */
  picked: ReadonlySet<string> | null;
  onPick: (id: string) => void;
  onOpen: (id: string) => void;
}

export function ReviewList(props: ReviewListProps) {
  const { t } = useLingui();
  const line = (report: Feedback) => {
    const group = props.similar.groups.get(report.id);
    return (
      <Fragment key={report.id}>
        {group && <GroupHead group={group} flat={isFlat(props)} onMerge={props.onMerge} />}
        <Line report={report} {...props} />
      </Fragment>
    );
  };
  if (props.wide) return <Column key={String(props.compact)} {...props} line={line} />;
  if (!props.compact) return <RowList items={props.reports} render={line} label={t`Reports`} estimate={72} />;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-sm">
      <RowList items={props.reports} render={line} label={t`Reports`} estimate={COMPACT} gap={0} />
    </div>
  );
}

/** Height of a compact line in px. */
const COMPACT = 45;

/** True for lines in one box, false for cards. */
const isFlat = ({ wide, compact }: Pick<ReviewListProps, "wide" | "compact">) => wide || compact;

function Column({ reports, openId, compact, line }: ReviewListProps & { line: (report: Feedback) => React.ReactNode }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: reports.length,
    getScrollElement: () => box.current,
    estimateSize: () => (compact ? COMPACT : 69),
    getItemKey: (index) => reports[index]?.id ?? index,
    overscan: 6,
  });
  const at = reports.findIndex((r) => r.id === openId);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: "auto" });
  }, [at, virtualizer]);
  return (
    <div ref={box} className="max-h-[calc(100dvh-9.5rem-var(--page-foot))] overflow-y-auto overscroll-contain">
      <div role="list" aria-label={t`Reports`} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const report = reports[item.index];
          return (
            report && (
              <div
                key={item.key}
                role="listitem"
                aria-setsize={reports.length}
                aria-posinset={item.index + 1}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {line(report)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

interface GroupHeadProps {
  group: SimilarGroup;
  flat: boolean;
  onMerge: ReviewListProps["onMerge"];
}

function GroupHead({ group, flat, onMerge }: GroupHeadProps) {
  const first = group[0]?.summary ?? "";
  const count = group.length;
  const open = closable(group, originalOf(group)?.id).length > 0;
  return (
    <div
      className={cx(
        "flex min-h-11 items-center justify-between gap-2 ps-4 pe-2 text-sm",
        flat ? "border-line border-b bg-sunken" : "pb-1",
      )}
    >
      <span className="inline-flex items-center gap-2 font-semibold">
        <Layers2 aria-hidden className="size-4 shrink-0 text-muted" />
        {count < MOST ? <Plural value={count} one="# similar" other="# similar" /> : <Trans>{count}+ similar</Trans>}
      </span>
      {onMerge && open && (
        <Button size="sm" icon={Merge} onClick={() => onMerge(group)}>
          <Trans>Merge…</Trans>
          <SrNote text={first} />
        </Button>
      )}
    </div>
  );
}

function Line(props: ReviewListProps & { report: Feedback }) {
  const { report, wide, compact, openId, assignees, similar, groupOf, picked, onPick, onOpen } = props;
  const { t } = useLingui();
  const { summary, status } = report;
  const isOpen = report.id === openId && wide;
  const inGroup = similar.members.has(report.id);
  const alike = (groupOf?.get(report.id)?.length ?? 1) - 1;
  return (
    <div
      className={cx(
        "relative flex gap-1 transition-colors duration-150",
        isFlat(props) ? "border-line border-b" : "rounded-lg border border-line bg-raised shadow-sm",
        isOpen ? "bg-accent-soft" : "hover:bg-sunken",
        inGroup && "border-s-4 border-s-line-strong",
      )}
    >
      {isOpen && <span aria-hidden className="absolute inset-y-0 start-0 w-1 bg-accent" />}
      <span className={cx("w-11 shrink-0", !compact && "pt-1")}>
        {picked && status === "submitted" && (
          <Checkbox
            className="justify-center"
            labelHidden
            label={t`Choose “${summary}”`}
            checked={picked.has(report.id)}
            onChange={() => onPick(report.id)}
          />
        )}
      </span>
      <button
        type="button"
        aria-current={isOpen ? "true" : undefined}
        onClick={() => onOpen(report.id)}
        className={cx(
          "flex min-w-0 flex-1 pe-3 text-start focus-visible:-outline-offset-2",
          compact ? "items-center gap-2" : "flex-col justify-center gap-1 py-2.5",
        )}
      >
        {compact ? (
          <CompactLine report={report} alike={alike} />
        ) : (
          <FullLine report={report} alike={alike} assignees={assignees} />
        )}
      </button>
    </div>
  );
}

interface LineContentProps {
  report: Feedback;
  alike: number;
}

function SimilarMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-muted text-xs tabular-nums">
      <Layers2 aria-hidden className="size-3.5" />
      <span aria-hidden>{count < MOST - 1 ? count : `${count}+`}</span>
      <span className="sr-only">
        <SimilarCount count={count} />
      </span>
    </span>
  );
}

function CompactLine({ report, alike }: LineContentProps) {
  const { t } = useLingui();
  const waits = report.status === "submitted";
  const type = t(feedbackTypeLabel[report.type]);
  return (
    <>
      <span title={type} className={cx("size-2.5 shrink-0 rounded-full", typeDot[report.type])}>
        <span className="sr-only">{type}</span>
      </span>
      <span className={cx("min-w-0 flex-1 truncate text-sm", waits && "font-semibold")}>
        {report.summary} <PendingBadge row={report} />
      </span>
      <SimilarMark count={alike} />
      <PriorityMark priority={report.priority} />
      <span className="shrink-0 text-muted text-xs">
        {waits ? <DueDate report={report} short="day" /> : <FeedbackStatus status={report.status} />}
      </span>
      <StillThereBadge report={report} />
    </>
  );
}

/**
 * Summary and one line of facts, the most important first. Overflowing facts are hidden, but screen
 * readers read them.
 */
function FullLine({ report, alike, assignees }: LineContentProps & { assignees: boolean }) {
  const { t } = useLingui();
  const { summary, status, attachments } = report;
  const waits = status === "submitted";
  return (
    <>
      <span className="flex gap-2 *:not-first:h-5">
        <span className={cx("line-clamp-2 min-w-0 flex-1 wrap-anywhere text-sm", waits && "font-semibold")}>
          {summary} <PendingBadge row={report} />
        </span>
        <SimilarMark count={alike} />
        <PriorityMark priority={report.priority} />
      </span>
      <span className="flex h-5 flex-wrap gap-x-2 overflow-clip text-muted text-xs *:inline-flex *:h-5 *:min-w-0 *:max-w-full *:items-center">
        <span className="gap-2">
          <span aria-hidden className={cx("size-2.5 shrink-0 rounded-full", typeDot[report.type])} />
          <span className="min-w-0 shrink-999 truncate">{t(feedbackTypeLabel[report.type])}</span>
          {waits ? <DueDate report={report} short="near" /> : <FeedbackStatus status={status} />}
          <StillThereBadge report={report} />
        </span>
        {assignees && <AssigneeTag {...report} />}
        <span>
          <span className="truncate">{report.tester_name}</span>
        </span>
        <Rating value={report.rating} />
        {attachments.length > 0 && (
          <span className="gap-1">
            <Paperclip aria-hidden className="size-3.5" />
            {attachments.length}
            <span className="sr-only">
              <Trans>attachments</Trans>
            </span>
          </span>
        )}
        <TagMarks tags={report.tags} />
        <DateText value={report.received_at ?? report.captured_at} />
      </span>
    </>
  );
}
