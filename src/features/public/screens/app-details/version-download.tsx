import { Trans, useLingui } from "@lingui/react/macro";
import { Download as DownloadIcon } from "lucide-react";
import { endOf } from "#features/catalog/build-action.ts";
import { useBuildDownload, useDownloads } from "#features/catalog/use-build-download.ts";
import { AppStatus } from "#features/catalog/widgets/app-status.tsx";
import { DownloadFailure, DownloadProgress, isHere, isRunning } from "#features/catalog/widgets/download-state.tsx";
import type { Release } from "#sync/schema/releases.ts";
import { IconButton, LinkButton } from "#ui/button.tsx";
import { useNow } from "#ui/use-now.ts";

export function VersionDownload({ release, title }: { release: Release; title: string }) {
  const { t } = useLingui();
  const { version } = release;
  const { save, free } = useBuildDownload();
  const download = useDownloads().get(release.id);
  const now = useNow();
  const start = () => void save(release, title);
  if (release.kind === "link") {
    return (
      <LinkButton
        to="/b/$releaseId"
        params={{ releaseId: release.id }}
        aria-label={t`Get the build: version ${version}`}
      >
        <Trans>Get the build</Trans>
      </LinkButton>
    );
  }
  if (release.file_path === "") return null;
  if (download && isRunning(download)) {
    return (
      <div className="w-full sm:w-72">
        <DownloadProgress download={download} onCancel={() => void free(release.id)} />
      </div>
    );
  }
  // A downloaded copy can still be saved.
  const end = isHere(download) ? null : endOf(release, now);
  if (end === "expired") return <AppStatus status={end} />;
  if (end === "removed") {
    return (
      <p className="text-muted text-sm">
        <Trans>File removed</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-col items-end gap-2">
      {download?.state === "failed" && <DownloadFailure download={download} onRetry={start} />}
      <IconButton icon={DownloadIcon} variant="secondary" label={t`Download version ${version}`} onClick={start} />
    </div>
  );
}
