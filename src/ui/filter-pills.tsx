import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import { Count } from "./formatted-values.tsx";
import { rowFade, useScrollableRow } from "./use-scrollable-row.ts";

interface Pill<T extends string | undefined> {
  /** Undefined for no filter. */
  value: T;
  label: ReactNode;
  count?: number;
}

interface FilterPillsProps<T extends string | undefined> {
  label: string;
  pills: readonly Pill<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Scrolls horizontally on a desktop instead of wrapping. */
  oneLine?: boolean;
}

export function FilterPills<T extends string | undefined>({
  label,
  pills,
  value,
  onChange,
  oneLine = false,
}: FilterPillsProps<T>) {
  const name = useId();
  const row = useScrollableRow(
    pills.findIndex((pill) => pill.value === value),
    pills.length,
  );
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      className={cx(
        "relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0",
        !oneLine && "md:flex-wrap",
        rowFade,
      )}
    >
      {pills.map((pill) => (
        <label
          key={pill.value ?? ""}
          className={cx(
            "tap inline-flex shrink-0 items-center gap-2 rounded-full border px-3.5 font-medium text-sm transition-colors duration-150",
            "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
            pill.value === value
              ? "border-accent bg-accent-soft text-accent"
              : "border-line-strong bg-raised text-text hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={name}
            value={pill.value ?? ""}
            checked={pill.value === value}
            onChange={() => onChange(pill.value)}
            className="sr-only"
          />
          {pill.label}
          {pill.count !== undefined && (
            <span className={cx("text-xs tabular-nums", pill.value !== value && "text-muted")}>
              <Count value={pill.count} />
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
