import { Trans } from "@lingui/react/macro";
import { cx } from "./cx.ts";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-md bg-sunken", className)} />;
}

/** For lists while the local store is still opening; never for the network. */
export function SkeletonList({ rows = 4, className = "h-28" }: { rows?: number; className?: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={cx("rounded-lg", className)} />
      ))}
    </div>
  );
}
