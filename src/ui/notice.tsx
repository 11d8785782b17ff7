import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { softTone } from "./color-role.ts";
import { cx } from "./cx.ts";

type NoticeTone = "info" | "positive" | "caution" | "danger";
const icons: { readonly [T in NoticeTone]: LucideIcon } = {
  info: Info,
  positive: CircleCheck,
  caution: TriangleAlert,
  danger: CircleAlert,
};

interface NoticeProps {
  /** Makes it focusable by code. */
  ref?: Ref<HTMLDivElement>;
  tone?: NoticeTone;
  title?: ReactNode;
  /** Announced to screen readers, for something that just happened. */
  live?: boolean;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export function Notice({ ref, tone = "info", title, live, action, className, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={live ? (tone === "danger" ? "alert" : "status") : undefined}
      className={cx(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3 text-sm",
        softTone[tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-px size-5 shrink-0" />
      <div className="min-w-48 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-text">{children}</div>}
      </div>
      {action}
    </div>
  );
}
