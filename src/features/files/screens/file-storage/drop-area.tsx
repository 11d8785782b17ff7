import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { useFileDrop } from "#ui/use-file-drop.ts";

interface DropAreaProps {
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
}

export function DropArea({ disabled = false, onFiles, className, children }: DropAreaProps) {
  const { over, handlers } = useFileDrop(onFiles, disabled);
  return (
    <div {...handlers} className={cx("relative rounded-lg", className)}>
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/80 font-semibold text-accent">
          <Trans>Drop files to upload them</Trans>
        </div>
      )}
    </div>
  );
}
