import { useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { cx } from "./cx.ts";

export const STARS = [1, 2, 3, 4, 5] as const;

/** Read-only stars. */
export function Rating({ value, className }: { value: number; className?: string }) {
  const { t } = useLingui();
  return (
    <span role="img" aria-label={t`${value} out of 5`} className={cx("inline-flex", className)}>
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden
          className={cx("size-4", star <= Math.round(value) ? "fill-star text-star" : "text-line-strong")}
        />
      ))}
    </span>
  );
}
