import { Paperclip } from "lucide-react";
import { cx } from "#ui/cx.ts";
import { FileSize } from "#ui/formatted-values.tsx";

export const BuildName = ({ name, size, className }: { name: string; size: number; className?: string }) => (
  <>
    <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
    <span className={cx("min-w-0 break-all", className)}>{name}</span>
    <FileSize bytes={size} className="shrink-0 text-muted" />
  </>
);
