import { Trans } from "@lingui/react/macro";
import { CloudDownload, Download as DownloadIcon, HardDriveDownload, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Downloadable } from "#sync/uploads/downloads.ts";
import { Button, type ButtonSize } from "#ui/button.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { useBuildDownload, useDownloads } from "../use-build-download.ts";
import { DownloadFailure, DownloadProgress, isHere, isRunning } from "./download-state.tsx";

interface BuildDownloadProps {
  release: Downloadable;
  title: string;
  label?: ReactNode;
  variant?: "primary" | "secondary";
  size?: ButtonSize;
  first?: ReactNode;
  /** Renders the secondary actions; by default one button each. */
  rest?: ((entries: readonly MenuEntry[]) => ReactNode) | undefined;
  children?: ReactNode;
  onSaved?: () => void;
}

export function BuildDownload(props: BuildDownloadProps) {
  const { release, title, label, variant = "primary", size = "md", first, rest, children, onSaved } = props;
  const { save, keep, deliver, free } = useBuildDownload();
  const download = useDownloads().get(release.id);
  const saved = (done: boolean) => {
    if (done) onSaved?.();
  };
  const start = async () => saved(await save(release, title));
  if (download && isRunning(download)) {
    return (
      <div className="flex flex-col gap-3">
        <DownloadProgress download={download} onCancel={() => void free(release.id)} />
        {rest && <div className="flex flex-wrap items-center gap-2">{rest([])}</div>}
      </div>
    );
  }
  const here = isHere(download);
  const get = async () => (download && here ? saved(await deliver(release, download.keep)) : start());
  const other = here
    ? menuEntry("remove", Trash2, <Trans>Remove from this device</Trans>, () => void free(release.id))
    : menuEntry("keep", CloudDownload, <Trans>Keep offline</Trans>, () => void keep(release, title));
  return (
    <div className="flex flex-col gap-3">
      {download?.state === "failed" && (
        <DownloadFailure download={download} onRetry={() => void (download.keep ? keep(release, title) : start())} />
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {!here && first}
        <Button icon={DownloadIcon} variant={variant} size={size} onClick={() => void get()}>
          {here ? <Trans>Save file</Trans> : (label ?? <Trans>Download</Trans>)}
        </Button>
        {rest ? (
          rest([other])
        ) : (
          <Button icon={other.icon} size={size} onClick={other.onSelect}>
            {other.label}
          </Button>
        )}
        {children}
      </div>
      {here && (
        <p role="status" className="flex items-center gap-1.5 text-muted text-sm">
          <HardDriveDownload aria-hidden className="size-4 shrink-0" />
          <Trans>On this device and verified: you can save it offline.</Trans>
        </p>
      )}
    </div>
  );
}
