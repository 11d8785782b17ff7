// Priority and tags of a report, which only the team sees: in its row of the list, and above its
// text with the way to change them.
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronsUp, Tag } from "lucide-react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { Chip } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { textTone } from "../../../../ui/color-role.ts";
import { cx } from "../../../../ui/cx.ts";
import { Kbd } from "../../../../ui/kbd.tsx";
import { priorityIcon, priorityLabel, priorityTone } from "../../labels.ts";

type Triaged = Pick<Feedback, "priority" | "tags">;

/** Nothing where nobody gave one. */
export function PriorityMark({ priority, iconOnly }: Pick<Triaged, "priority"> & { iconOnly?: boolean }) {
  const { t } = useLingui();
  if (priority === "") return null;
  const Icon = priorityIcon[priority];
  const name = t(priorityLabel[priority]);
  return (
    <span className={cx("inline-flex shrink-0 items-center gap-1 font-medium", textTone[priorityTone[priority]])}>
      <span className="sr-only">
        <Trans>Priority:</Trans>
      </span>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={cx(iconOnly && "sr-only")}>{name}</span>
    </span>
  );
}

/** Both; nothing where there is neither. */
export function TriageMarks({ report: { priority, tags } }: { report: Triaged }) {
  if (priority === "" && tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs">
      <PriorityMark priority={priority} />
      {tags.length > 0 && (
        <span className="sr-only">
          <Trans>Tags:</Trans>
        </span>
      )}
      {tags.map((tag) => (
        <Chip key={tag} className="max-w-48 text-xs">
          <span className="block truncate">{tag}</span>
        </Chip>
      ))}
    </span>
  );
}

interface TriageLineProps {
  report: Triaged;
  /** Null: only to be read. */
  onPriority: (() => void) | null;
  onTags: (() => void) | null;
}

export function TriageLine({ report, onPriority, onTags }: TriageLineProps) {
  const { priority, tags } = report;
  const marked = priority !== "" || tags.length > 0;
  if (!onPriority && !marked) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <TriageMarks report={report} />
      {onPriority && onTags && (
        <span className={cx("-ms-3 flex flex-wrap items-center", marked && "sm:ms-0")}>
          <Button variant="ghost" size="sm" icon={ChevronsUp} aria-keyshortcuts="p" onClick={onPriority}>
            {priority === "" ? <Trans>Set priority</Trans> : <Trans>Change priority</Trans>}
            <Key>p</Key>
          </Button>
          <Button variant="ghost" size="sm" icon={Tag} aria-keyshortcuts="t" onClick={onTags}>
            {tags.length === 0 ? <Trans>Add tags</Trans> : <Trans>Change tags</Trans>}
            <Key>t</Key>
          </Button>
        </span>
      )}
    </div>
  );
}

const Key = ({ children }: { children: string }) => (
  <span aria-hidden className="hidden lg:inline">
    <Kbd>{children}</Kbd>
  </span>
);
