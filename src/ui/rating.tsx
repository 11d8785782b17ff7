import { useLingui } from "@lingui/react/macro";
import { Star } from "lucide-react";
import { formatDecimal } from "../i18n/format.ts";
import { cx } from "./cx.ts";

export const STARS = [1, 2, 3, 4, 5] as const;

export function Rating({ value }: { value: number }) {
  const { t, i18n } = useLingui();
  const stars = formatDecimal(value, i18n.locale);
  return (
    <span role="img" aria-label={t`${stars} out of 5`} className="inline-flex align-middle">
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden
          className={cx("size-4", star <= Math.round(value) ? "fill-star-fill text-star" : "text-line-strong")}
        />
      ))}
    </span>
  );
}
