import { Trans } from "@lingui/react/macro";
import { type DragEvent, type ReactNode, useState } from "react";
import { cx } from "../../../../ui/cx.ts";

interface DropAreaProps {
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
}

/** Takes files that are dragged onto it. Never the only way: each has a button beside it. */
export function DropArea({ disabled = false, onFiles, className, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboards have the button
    <div
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={cx("relative rounded-lg", className)}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-accent-soft/80 font-semibold text-accent">
          <Trans>Drop files to upload them</Trans>
        </div>
      )}
    </div>
  );
}
