import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

interface FeatureProps {
  icon: LucideIcon;
  title: ReactNode;
  tall?: boolean;
  children: ReactNode;
}

/** A feature with title and description, for a <dl>. */
export function Feature({ icon: Icon, title, tall, children }: FeatureProps) {
  return (
    <div className={cx("flex flex-col", tall ? "gap-2" : "gap-1.5")}>
      <dt className={cx("flex gap-3 font-semibold", tall ? "flex-col" : "items-center")}>
        <Icon aria-hidden className={cx("shrink-0 text-accent", tall ? "size-6" : "size-5")} />
        {title}
      </dt>
      <dd className="text-pretty text-muted">{children}</dd>
    </div>
  );
}
