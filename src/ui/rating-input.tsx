// One to five stars, based on radio buttons. 0 means no rating.
import { Plural } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { useId } from "react";
import { cx } from "./cx.ts";
import { useFieldGroupProps } from "./field.tsx";
import { STARS } from "./rating.tsx";

interface RatingInputProps {
  value: number;
  onChange: (value: number) => void;
  /** Takes the focus in the same frame as its dialog opens, so that no key press is lost. */
  opensHere?: boolean;
}

export function RatingInput({ value, onChange, opensHere = false }: RatingInputProps) {
  const name = useId();
  return (
    <div role="radiogroup" {...useFieldGroupProps()} className="-mx-2 flex w-fit rounded-md">
      {STARS.map((star) => (
        <label
          key={star}
          className="grid size-11 place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            data-autofocus={(opensHere && star === 1) || undefined}
            type="radio"
            name={name}
            value={star}
            checked={star === value}
            onChange={() => onChange(star)}
            className="sr-only"
          />
          <Star
            aria-hidden
            className={cx(
              "size-7 stroke-[1.5] transition-colors duration-150",
              star <= value ? "fill-star-fill text-star" : "text-line-strong hover:text-star",
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
