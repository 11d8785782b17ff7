import { Trans, useLingui } from "@lingui/react/macro";
import { Download as DownloadIcon } from "lucide-react";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { IconButton, LinkButton } from "../../../../ui/button.tsx";
import { useBuildDownload, useDownloads } from "../../use-build-download.ts";
import { DownloadFailure, DownloadProgress, isRunning } from "../../widgets/download-state.tsx";

/** An older version of an app. */
export function VersionDownload({ release, title }: { release: Release; title: string }) {
  const { t } = useLingui();
  const { version } = release;
  const { save, free } = useBuildDownload();
  const download = useDownloads().get(release.id);
  const start = () => void save(release, title);
  if (release.kind === "link") {
    return (
      <LinkButton to="/b/$releaseId" params={{ releaseId: release.id }} aria-label={t`Get version ${version}`}>
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
  return (
    <div className="flex flex-col items-end gap-2">
      {download?.state === "failed" && <DownloadFailure download={download} onRetry={start} />}
      <IconButton icon={DownloadIcon} variant="secondary" label={t`Download version ${version}`} onClick={start} />
    </div>
  );
}
