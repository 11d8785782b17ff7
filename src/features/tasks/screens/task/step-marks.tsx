import { useLingui } from "@lingui/react/macro";
import { Ban, Check, type LucideIcon, SkipForward, X } from "lucide-react";
import type { Mark } from "#sync/schema/tasks.ts";
import { MarkButtons } from "#ui/mark-buttons.tsx";
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

export function StepMarks({ value, onMark }: StepMarksProps) {
  const { t } = useLingui();
  return (
    <MarkButtons
      label={t`Result of this step`}
      marks={markKeys.map(([mark, ...keys]) => ({
        ...{ value: mark, label: t(markLabel[mark]), icon: markIcon[mark], tone: markTone[mark], keys },
      }))}
      value={value}
      onMark={onMark}
    />
  );
}
