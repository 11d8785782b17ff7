import { useLingui } from "@lingui/react/macro";
import { Ban, Check, type LucideIcon, SkipForward, X } from "lucide-react";
import type { Mark } from "#sync/schema/tasks.ts";
import { softTone } from "#ui/color-role.ts";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";
import { markLabel, markTone } from "../../labels.ts";

export const markIcon: { readonly [M in Mark]: LucideIcon } = { pass: Check, fail: X, blocked: Ban, skip: SkipForward };

/** By key, in the order of the buttons. */
export const markKeys: readonly [mark: Mark, digit: string, letter: string][] = [
  ["pass", "1", "p"],
  ["fail", "2", "f"],
  ["blocked", "3", "b"],
  ["skip", "4", "s"],
];

interface StepMarksProps {
  value: Mark | undefined;
  onMark: (mark: Mark) => void;
}

/** Four equal buttons, for one thumb. */
export function StepMarks({ value, onMark }: StepMarksProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Result of this step`} className="grid w-full grid-cols-4 gap-2">
      {markKeys.map(([mark, digit, letter]) => {
        const Icon = markIcon[mark];
        const pressed = mark === value;
        return (
          <button
            key={mark}
            type="button"
            aria-pressed={pressed}
            aria-keyshortcuts={`${digit} ${letter}`}
            onClick={() => onMark(mark)}
            className={cx(
              "flex min-h-14 min-w-0 select-none flex-col items-center justify-center gap-1 rounded-md border px-0.5 font-semibold text-xs transition-colors duration-150",
              "sm:text-sm md:min-h-12 md:flex-row md:gap-2",
              pressed ? `border-current ${softTone[markTone[mark]]}` : "border-line-strong bg-raised hover:bg-sunken",
            )}
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            {t(markLabel[mark])}
            <span aria-hidden className="hidden lg:inline">
              <Kbd>{digit}</Kbd>
            </span>
          </button>
        );
      })}
    </div>
  );
}
