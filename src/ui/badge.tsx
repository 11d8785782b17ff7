import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { softTone, type Tone } from "./color-role.ts";
import { cx } from "./cx.ts";

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-fit w-fit max-w-full shrink-0 items-center gap-1 rounded-full md:whitespace-nowrap px-2.5 py-0.5 font-semibold text-xs",
        softTone[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}

/**
 * One property among several (platform, requirement): less prominent than a badge, and may wrap.
 */
export function Chip({ icon: Icon, tone, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-fit w-fit max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm",
        tone ? softTone[tone] : "bg-sunken text-text",
        className,
      )}
    >
      {Icon && <Icon aria-hidden className={cx("size-4 shrink-0", !tone && "text-muted")} />}
      <span className="min-w-0">{children}</span>
    </span>
  );
}
