import { useLingui } from "@lingui/react/macro";
import { CloudUpload } from "lucide-react";
import { cx } from "../../../ui/cx.ts";

interface PendingBadgeProps {
  /** The row: `sync_xid` is "" until the server has confirmed the last edit. */
  row: { sync_xid: string };
  /** With the words beside the mark; otherwise they are its tooltip. */
  withText?: boolean;
}

/** A row that the server does not have yet. Nothing at all once it has. */
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
