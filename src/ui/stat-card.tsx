import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

interface StatCardProps {
  label: ReactNode;
  value: ReactNode;
  icon?: LucideIcon;
  detail?: ReactNode;
  loading?: boolean;
}

/** A labelled number in a StatRow. */
export function StatCard({ label, value, icon: Icon, detail, loading }: StatCardProps) {
  return (
    // Two rows of StatRow's grid: numbers align although a label may wrap.
    <div className="row-span-2 grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-1 bg-raised p-4 md:p-5">
      <dt className="flex items-start justify-between gap-2 text-muted text-sm">
        <span>{label}</span>
        {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      </dt>
      <dd className="flex flex-col">
        {/* Amounts usually do not wrap; here a long one would be clipped. */}
        <span className="wrap-anywhere font-semibold text-2xl tabular-nums tracking-tight **:whitespace-normal">
          {loading ? <Skeleton className="my-1 h-6 w-16" /> : value}
        </span>
        {detail && <span className="text-muted text-sm">{detail}</span>}
      </dd>
    </div>
  );
}

/** Numbers to compare: two per row on a phone, one row on a desktop. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-sm max-lg:*:last:odd:col-span-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {children}
    </dl>
  );
}
