// The download of one version: a button, what it is doing, and the copy that stays on this device.
import { Trans } from "@lingui/react/macro";
import { CloudDownload, Download as DownloadIcon, HardDriveDownload, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Downloadable } from "../../../../sync/uploads/downloads.ts";
import { Button, type ButtonSize } from "../../../ui/button.tsx";
import { useBuildDownload, useDownloads } from "../use-build-download.ts";
import { DownloadFailure, DownloadProgress, isHere, isRunning } from "./download-state.tsx";

interface BuildDownloadProps {
  release: Downloadable;
  /** What it is called among the builds that are kept. */
  title: string;
  label?: ReactNode;
  variant?: "primary" | "secondary";
  size?: ButtonSize;
  /** Before the button. */
  first?: ReactNode;
  /** Beside the button. */
  children?: ReactNode;
  onSaved?: () => void;
}

export function BuildDownload(props: BuildDownloadProps) {
  const { release, title, label, variant = "primary", size = "md", first, children, onSaved } = props;
  const { save, keep, deliver, free } = useBuildDownload();
  const download = useDownloads().get(release.id);
  const saved = (done: boolean) => {
    if (done) onSaved?.();
  };
  const start = async () => saved(await save(release, title));
  if (download && isRunning(download)) {
    return <DownloadProgress download={download} onCancel={() => void free(release.id)} />;
  }
  return (
    <div className="flex flex-col gap-3">
      {download?.state === "failed" && (
        <DownloadFailure download={download} onRetry={() => void (download.keep ? keep(release, title) : start())} />
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {download && isHere(download) ? (
          <>
            <Button
              icon={DownloadIcon}
              variant={variant}
              size={size}
              onClick={() => void deliver(release, download.keep).then(saved)}
            >
              <Trans>Save file</Trans>
            </Button>
            <Button icon={Trash2} size={size} onClick={() => void free(release.id)}>
              <Trans>Remove from this device</Trans>
            </Button>
          </>
        ) : (
          <>
            {first}
            <Button icon={DownloadIcon} variant={variant} size={size} onClick={() => void start()}>
              {label ?? <Trans>Download</Trans>}
            </Button>
            <Button icon={CloudDownload} size={size} onClick={() => void keep(release, title)}>
              <Trans>Keep offline</Trans>
            </Button>
          </>
        )}
        {children}
      </div>
      {download && isHere(download) && (
        <p role="status" className="flex items-center gap-1.5 text-muted text-sm">
          <HardDriveDownload aria-hidden className="size-4 shrink-0" />
          <Trans>On this device and verified: you can save it offline.</Trans>
        </p>
      )}
    </div>
  );
}
