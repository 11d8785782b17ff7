import { useLingui } from "@lingui/react";
import { formatPercent } from "../i18n/format.ts";
import { cx } from "./cx.ts";

interface ProgressBarProps {
  value: number;
  label: string;
  visibleLabel?: boolean;
  tone?: "accent" | "positive";
}

export function ProgressBar({ value, label, visibleLabel, tone = "accent" }: ProgressBarProps) {
  const { i18n } = useLingui();
  const share = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div className="flex flex-col gap-1.5">
      {visibleLabel && (
        <div aria-hidden className="flex justify-between gap-4 text-muted text-sm">
          <span>{label}</span>
          <span className="tabular-nums">{formatPercent(share, i18n.locale)}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken forced-colors:border"
      >
        <div
          className={cx(
            "h-full rounded-full transition-[width] duration-150 forced-colors:bg-[Highlight]",
            tone === "positive" ? "bg-positive" : "bg-accent",
          )}
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  );
}
