import { useLingui } from "@lingui/react/macro";
import { CloudUpload } from "lucide-react";
import { cx } from "#ui/cx.ts";

interface PendingBadgeProps {
  /** `sync_xid` is "" until the server has confirmed the last edit. */
  row: { sync_xid: string };
  /** Shows the text next to the icon instead of as a tooltip. */
  withText?: boolean;
}

/** Marks a row with unsynced changes. Renders nothing otherwise. */
export function PendingBadge({ row, withText }: PendingBadgeProps) {
  const { t } = useLingui();
  if (row.sync_xid !== "") return null;
  const text = t`Not sent yet`;
  return (
    <span
      title={withText ? undefined : text}
      className="inline-flex items-center gap-1 align-middle text-caution text-sm"
      data-testid="not-sent"
    >
      <CloudUpload aria-hidden className="size-4" />
      <span className={cx(!withText && "sr-only")}>{text}</span>
    </span>
  );
}
