import type { LucideIcon } from "lucide-react";
import { softTone, type Tone } from "./color-role.ts";
import { cx } from "./cx.ts";
import { Kbd } from "./kbd.tsx";

interface MarkButtonsProps<V extends string> {
  label: string;
  /** `keys`: the shortcuts, of which the first one is shown. */
  marks: readonly { value: V; label: string; icon: LucideIcon; tone: Tone; keys?: readonly string[] }[];
  value: V | undefined;
  onMark: (value: V) => void;
}

/** Equal buttons in one row, for one thumb. */
export function MarkButtons<V extends string>({ label, marks, value, onMark }: MarkButtonsProps<V>) {
  return (
    <div role="group" aria-label={label} className="grid w-full auto-cols-fr grid-flow-col gap-2">
      {marks.map(({ value: mark, label: text, icon: Icon, tone, keys }) => (
        <button
          key={mark}
          type="button"
          aria-pressed={mark === value}
          aria-keyshortcuts={keys?.join(" ")}
          onClick={() => onMark(mark)}
          className={cx(
            "flex min-h-14 min-w-0 select-none flex-col items-center justify-center gap-1 rounded-md border px-0.5 font-semibold text-xs transition-colors duration-150",
            "sm:text-sm md:min-h-12 md:flex-row md:gap-2",
            mark === value ? `border-current ${softTone[tone]}` : "border-line-strong bg-raised hover:bg-sunken",
          )}
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          {text}
          {keys?.[0] && (
            <span aria-hidden className="hidden lg:inline">
              <Kbd>{keys[0]}</Kbd>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
