import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Download as DownloadIcon, Trash2 } from "lucide-react";
import type { Download } from "#sync/uploads/downloads.ts";
import { IconButton } from "#ui/button.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { useBuildDownload, useDownloads } from "../../use-build-download.ts";
import { isHere } from "../../widgets/download-state.tsx";

export function OfflineBuilds() {
  const kept = [...useDownloads().values()].filter(isHere);
  if (kept.length === 0) return null;
  const bytes = kept.reduce((sum, one) => sum + one.size, 0);
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-4 shadow-sm">
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-base">
        <Trans>On this device</Trans>
        <span className="font-normal text-muted text-sm">
          <FileSize bytes={bytes} />
        </span>
      </h2>
      <ul className="flex flex-col divide-y divide-line">
        {kept.map((one) => (
          <OfflineBuild key={one.release_id} download={one} />
        ))}
      </ul>
    </section>
  );
}

function OfflineBuild({ download }: { download: Download }) {
  const { t } = useLingui();
  const { deliver, free } = useBuildDownload();
  const { title, version, release_id: id } = download;
  return (
    <li className="flex items-center gap-2 py-1">
      <p className="min-w-0 flex-1 text-sm">
        <Link
          to="/apps/$appId"
          params={{ appId: download.app_id }}
          className="block truncate rounded-sm font-semibold hover:text-accent hover:underline"
        >
          {title}
        </Link>
        <span className="text-muted">
          <Trans>Version {version}</Trans> · <FileSize bytes={download.size} />
        </span>
      </p>
      <IconButton
        icon={DownloadIcon}
        label={t`Save ${title}`}
        onClick={() => void deliver({ id, file_name: download.name }, download.keep)}
      />
      <IconButton icon={Trash2} label={t`Remove ${title} from this device`} onClick={() => void free(id)} />
    </li>
  );
}
