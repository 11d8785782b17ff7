// Whole numbers from `min` to `max` as radio buttons, each with a touch target of 44 px.
import { useId } from "react";
import { cx } from "./cx.ts";
import { useFieldGroupProps } from "./field.tsx";

interface ScaleInputProps {
  min: number;
  max: number;
  value: number | null;
  onChange: (value: number) => void;
  /** Meaning of the lowest and highest number. */
  ends?: readonly [low: string, high: string] | undefined;
  disabled?: boolean;
}

export function ScaleInput({ min, max, value, onChange, ends, disabled }: ScaleInputProps) {
  const name = useId();
  const numbers = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const meaning = (number: number) => (number === min ? ends?.[0] : number === max ? ends?.[1] : undefined);
  return (
    <div className="flex w-fit max-w-full flex-col gap-1">
      <div role="radiogroup" {...useFieldGroupProps()} className="flex flex-wrap gap-1">
        {numbers.map((number) => (
          <label
            key={number}
            className={cx(
              "grid size-11 place-items-center rounded-md border border-line-strong bg-raised tabular-nums transition-colors duration-150",
              "has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent forced-colors:has-checked:bg-[Highlight]",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              disabled ? "opacity-55" : "hover:border-muted",
            )}
          >
            <input
              type="radio"
              name={name}
              value={number}
              checked={number === value}
              disabled={disabled}
              onChange={() => onChange(number)}
              className="sr-only"
            />
            {number}
            {meaning(number) && <span className="sr-only">{meaning(number)}</span>}
          </label>
        ))}
      </div>
      {ends && (
        <div aria-hidden className="flex justify-between gap-6 text-muted text-sm">
          <span>{ends[0]}</span>
          <span className="text-end">{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
