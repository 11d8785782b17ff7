import { Trans, useLingui } from "@lingui/react/macro";
import { Tag } from "lucide-react";
import { priorityIcon, priorityLabel, priorityTone } from "#features/common/report-labels.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Chip } from "#ui/badge.tsx";
import { textTone } from "#ui/color-role.ts";
import { cx } from "#ui/cx.ts";

type Triaged = Pick<Feedback, "priority" | "tags">;

export function PriorityMark({ priority }: Pick<Triaged, "priority">) {
  if (priority === "") return null;
  return (
    <span className="inline-flex shrink-0 items-center">
      <span className="sr-only">
        <Trans>Priority:</Trans>
      </span>
      <PriorityName priority={priority} iconOnly />
    </span>
  );
}

export function PriorityName({ priority, iconOnly }: Pick<Triaged, "priority"> & { iconOnly?: boolean }) {
  const { t } = useLingui();
  const Icon = priorityIcon[priority];
  return (
    <span className={cx("inline-flex min-w-0 items-center gap-1 font-medium", textTone[priorityTone[priority]])}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={iconOnly ? "sr-only" : "truncate"}>{t(priorityLabel[priority])}</span>
    </span>
  );
}

export function TagMarks({ tags }: Pick<Triaged, "tags">) {
  if (tags.length === 0) return null;
  return (
    <>
      <span className="sr-only">
        <Trans>Tags:</Trans>
      </span>
      <TagChips tags={tags} />
    </>
  );
}

const TagChips = ({ tags }: Pick<Triaged, "tags">) =>
  tags.map((tag) => (
    <Chip key={tag} className="max-w-48 text-xs">
      <span className="block truncate">{tag}</span>
    </Chip>
  ));

export const TagsInPanel = ({ tags }: Pick<Triaged, "tags">) => (
  <span className="flex min-w-0 flex-wrap gap-1.5">
    <TagChips tags={tags} />
  </span>
);

/** Shows the first tag and the number of others. Screen readers read all. */
export function TagsInLine({ tags }: Pick<Triaged, "tags">) {
  const more = tags.length - 1;
  return (
    <>
      <span className="sr-only">{tags.join(", ")}</span>
      <Tag aria-hidden className="size-4 shrink-0 text-muted" />
      <span aria-hidden className="min-w-0 truncate">
        {tags[0]}
      </span>
      {more > 0 && (
        <span aria-hidden className="shrink-0 text-muted tabular-nums">
          +{more}
        </span>
      )}
    </>
  );
}
