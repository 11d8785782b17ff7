// One to five stars: radios underneath, so arrow keys, forms and screen readers work. 0 is "none
// yet".
import { Plural } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { type Ref, useId } from "react";
import { cx } from "./cx.ts";
import { useFieldGroupProps } from "./field.tsx";
import { STARS } from "./rating.tsx";

interface RatingInputProps {
  value: number;
  onChange: (value: number) => void;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  /**
   * Takes the focus when its dialog opens, in the same frame: the next key press must not be lost.
   */
  opensHere?: boolean;
}

export function RatingInput({ value, onChange, onBlur, disabled, ref, opensHere = false }: RatingInputProps) {
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroupProps()} className="-mx-2 flex w-fit rounded-md">
      {STARS.map((star) => (
        <label
          key={star}
          className="grid size-11 place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            ref={star === 1 ? ref : undefined}
            data-autofocus={(opensHere && star === 1) || undefined}
            type="radio"
            name={name}
            value={star}
            checked={star === value}
            onChange={() => onChange(star)}
            onBlur={onBlur}
            disabled={disabled}
            className="sr-only"
          />
          <Star
            aria-hidden
            className={cx(
              "size-7 stroke-[1.5] transition-colors duration-150",
              star <= value ? "fill-star text-star" : "text-line-strong hover:text-star",
            )}
          />
          <span className="sr-only">
            <Plural value={star} one="# star" other="# stars" />
          </span>
        </label>
      ))}
    </div>
  );
}
