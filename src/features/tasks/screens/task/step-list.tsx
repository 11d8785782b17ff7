import { useLingui } from "@lingui/react/macro";
import { Circle } from "lucide-react";
import { textTone } from "#ui/color-role.ts";
import { cx } from "#ui/cx.ts";
import { SrNote } from "#ui/sr-note.tsx";
import { markedLabel, markTone } from "../../labels.ts";
import { markIcon } from "./step-marks.tsx";
import type { TaskWork } from "./task-work.ts";

interface StepListProps {
  work: TaskWork;
  current: string;
  onChoose: (id: string) => void;
}

export function StepList({ work: { task, result }, current, onChoose }: StepListProps) {
  const { t } = useLingui();
  return (
    <ol className="overflow-hidden rounded-lg border border-line bg-raised">
      {task.steps.map((step, index) => {
        const mark = result?.steps?.[step.id]?.mark;
        const Icon = mark ? markIcon[mark] : Circle;
        return (
          <li key={step.id} className="border-line not-first:border-t">
            <button
              type="button"
              aria-current={step.id === current ? "step" : undefined}
              onClick={() => onChoose(step.id)}
              className={cx(
                "flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start text-sm focus-visible:-outline-offset-2",
                step.id === current ? "bg-accent-soft font-semibold" : "hover:bg-sunken",
              )}
            >
              <Icon aria-hidden className={cx("size-4 shrink-0", textTone[mark ? markTone[mark] : "neutral"])} />
              <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1">
                {index + 1}. {step.do}
              </span>
              {mark && <SrNote text={t(markedLabel[mark])} />}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
