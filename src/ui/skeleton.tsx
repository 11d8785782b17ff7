import { Trans } from "@lingui/react/macro";
import { cx } from "./cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-md bg-sunken", className)} />;
}

/** Placeholder with the height of a text line. */
export const SkeletonLine = ({ className = "w-24" }: { className?: string }) => (
  <span className="flex h-lh items-center">
    <Skeleton className={cx("h-3", className)} />
  </span>
);

interface SkeletonListProps {
  rows?: number;
  className?: string;
  /** Placeholder cards in as many columns as fit. */
  cards?: boolean;
}

/** Placeholder rows while the device database opens. */
export function SkeletonList({ rows = 4, className = "h-28", cards = false }: SkeletonListProps) {
  return (
    <div
      role="status"
      className={cards ? "grid grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-3" : "flex flex-col gap-3"}
    >
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={cx("rounded-lg", className)} />
      ))}
    </div>
  );
}
