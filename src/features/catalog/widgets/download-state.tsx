import { Trans, useLingui } from "@lingui/react/macro";
import { WifiOff } from "lucide-react";
import type { Download } from "#sync/uploads/downloads.ts";
import { Button } from "#ui/button.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

export const isRunning = (download: Download | undefined): boolean =>
  download?.state === "fetching" || download?.state === "waiting" || download?.state === "checking";

/** True if the complete file is on this device. */
export const isHere = (download: Download | undefined): boolean => download?.state === "ready" && download.got > 0;

export function DownloadProgress({ download, onCancel }: { download: Download; onCancel: () => void }) {
  const { t } = useLingui();
  const { state, got, size, version } = download;
  const label = state === "checking" ? t`Checking version ${version}` : t`Downloading version ${version}`;
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar value={size > 0 ? (got / size) * 100 : 0} label={label} visibleLabel />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
        <p role="status">
          {state === "waiting" ? (
            <span className="inline-flex items-center gap-1.5">
              <WifiOff aria-hidden className="size-4" />
              <Trans>Waiting for a connection. Resumes where it stopped.</Trans>
            </span>
          ) : (
            <Trans>
              <FileSize bytes={got} /> of <FileSize bytes={size} />
            </Trans>
          )}
        </p>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          <Trans>Cancel download</Trans>
        </Button>
      </div>
    </div>
  );
}

export function DownloadFailure({ download, onRetry }: { download: Download; onRetry: () => void }) {
  return (
    <Notice
      live
      tone="danger"
      title={<Trans>Download failed</Trans>}
      action={
        <Button size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {download.failure === "mismatch" ? (
        <Trans>
          The file is not the one that was published: its size or checksum differs. It was discarded. If this happens
          again, report an issue.
        </Trans>
      ) : download.failure === "missing" ? (
        <Trans>The file no longer exists, or you do not have access to it.</Trans>
      ) : (
        <Trans>This device has no space left for the file. Free up some space and try again.</Trans>
      )}
    </Notice>
  );
}
