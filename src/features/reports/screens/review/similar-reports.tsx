import { Plural, Trans } from "@lingui/react/macro";
import { ChevronDown, Layers2, Merge } from "lucide-react";
import { useId, useState } from "react";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { closable, MOST, originalOf, type SimilarGroup } from "./similar.ts";

/** @param count reports besides one of the group. A full group may have more. */
export const SimilarCount = ({ count }: { count: number }) =>
  count < MOST - 1 ? (
    <Plural value={count} one="# similar report" other="# similar reports" />
  ) : (
    <Trans>{count}+ similar reports</Trans>
  );

interface SimilarReportsProps {
  report: Feedback;
  /** Includes the report itself. */
  group: SimilarGroup;
  onShow: (id: string) => void;
  onMerge: ((group: SimilarGroup) => void) | null;
}

export function SimilarReports({ report, group, onShow, onMerge }: SimilarReportsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const others = group.filter((one) => one.id !== report.id);
  const merges = onMerge && closable(group, originalOf(group)?.id).length > 0;
  return (
    <div className="rounded-lg border border-line print:hidden">
      <div className="flex flex-wrap items-center gap-2 px-2 py-1">
        <Button variant="ghost" size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Layers2 aria-hidden className="size-4 shrink-0 text-muted" />
          <SimilarCount count={others.length} />
          <ChevronDown
            aria-hidden
            className={cx("size-5 text-muted transition-transform duration-150", open && "rotate-180")}
          />
        </Button>
        {merges && (
          <Button size="sm" icon={Merge} onClick={() => onMerge(group)} className="ms-auto">
            <Trans>Merge reports…</Trans>
          </Button>
        )}
      </div>
      <ul id={id} hidden={!open} className="border-line border-t px-2 py-1">
        {open &&
          others.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onShow(one.id)}
                className="tap flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-1.5 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="wrap-anywhere min-w-0 font-medium">{one.summary}</span>
                <span className="text-muted text-xs">{one.tester_name}</span>
                <FeedbackStatus status={one.status} />
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}
