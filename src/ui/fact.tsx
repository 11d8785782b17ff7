// A label and its value, for a <dl>.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface FactProps {
  label: ReactNode;
  icon?: LucideIcon | undefined;
  /** Below the value. */
  detail?: ReactNode;
  /** As a line of a list that is looked at for itself, not a small one on a card. */
  large?: boolean;
  children: ReactNode;
}

/** The label above its value. */
export function Fact({ label, icon: Icon, detail, large = false, children }: FactProps) {
  return (
    <div className={cx("relative min-w-0", large && "py-3", Icon && (large ? "ps-8" : "ps-6"))}>
      <dt className={cx("text-muted", !large && "text-xs")}>
        {Icon && <Icon aria-hidden className={cx("absolute start-0", large ? "mt-0.5 size-5" : "size-4")} />}
        {label}
      </dt>
      <dd className={cx("break-words", large ? "font-semibold" : "font-medium")}>{children}</dd>
      {detail && <dd className="text-muted">{detail}</dd>}
    </div>
  );
}

/** Facts below each other, with a line between them. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-col divide-y divide-line border-line border-y text-sm">{children}</dl>
);

/** The label at the start of a line of a `FactList`, its value at the end. */
export const FactLine = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words text-end font-medium">{children}</dd>
  </div>
);
