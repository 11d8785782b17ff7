import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface FactProps {
  label: ReactNode;
  icon?: LucideIcon | undefined;
  detail?: ReactNode;
  /** A full row of a list instead of a small card fact. */
  large?: boolean;
  children: ReactNode;
}

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

/** Facts in rows with separators. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-col divide-y divide-line border-line border-y text-sm">{children}</dl>
);

/** A row of a `FactList`: label at the start, value at the end. */
export const FactLine = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 break-words text-end font-medium">{children}</dd>
  </div>
);
