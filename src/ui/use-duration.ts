import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

const HOUR = 3_600_000;

/** Formats a duration: "40 minutes", "5 hours", "3 days"; a dash for null. */
export function useDuration(): (ms: number | null) => string {
  const { t } = useLingui();
  return (ms) => {
    if (ms === null) return "–";
    const minutes = Math.max(1, Math.round(ms / 60_000));
    const hours = Math.round(ms / HOUR);
    const days = Math.round(ms / (24 * HOUR));
    if (ms < 1.5 * HOUR) return t`${plural(minutes, { one: "# minute", other: "# minutes" })}`;
    if (ms < 36 * HOUR) return t`${plural(hours, { one: "# hour", other: "# hours" })}`;
    return t`${plural(days, { one: "# day", other: "# days" })}`;
  };
}
