import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download as DownloadIcon } from "lucide-react";
import { memo } from "react";
import type { AppCard } from "#sync/schema/catalog.ts";
import type { Download } from "#sync/uploads/downloads.ts";
import { Chip } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card, CardLink, wholeCard } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { DateText, FileSize } from "#ui/formatted-values.tsx";
import { platformLabel } from "../../common/campaign-labels.ts";
import { useBuildDownload } from "../use-build-download.ts";
import { AppCover } from "./app-cover.tsx";
import { DownloadFailure, DownloadProgress, isRunning } from "./download-state.tsx";
import { VersionChip } from "./version-chip.tsx";

interface StoreCardProps {
  app: AppCard;
  download: Download | undefined;
  /** The first card, as wide as the list. */
  newest?: boolean;
}

/** Memoized, because each response from server or device re-renders the list. */
export const StoreCard = memo(function StoreCard({ app, download, newest = false }: StoreCardProps) {
  const { t } = useLingui();
  const { title, version } = app;
  return (
    <Card
      className={cx(
        "relative flex h-full flex-col gap-3 transition-shadow duration-150 hover:shadow-lg",
        newest && "lg:grid lg:grid-cols-[3fr_2fr] lg:gap-6",
      )}
    >
      <AppCover app={app} of={newest ? "large card" : "card"} />
      <div className="flex min-w-0 grow flex-col gap-3">
        <div>
          {newest && (
            <p className="mb-1 font-semibold text-accent text-sm">
              <Trans>Newest in the store</Trans>
            </p>
          )}
          <h2 className={newest ? "text-xl lg:text-2xl" : "text-base"}>
            <CardLink to="/apps/$appId" params={{ appId: app.id }} className={wholeCard}>
              {title}
            </CardLink>
          </h2>
          <p className="truncate text-muted text-sm">{app.developer_name}</p>
        </div>
        <p className="flex flex-wrap gap-1.5">
          <Chip>{t(platformLabel[app.platform])}</Chip>
          {app.type.toLowerCase() !== app.platform && <Chip>{app.type}</Chip>}
          <VersionChip version={version} />
        </p>
        <p className="line-clamp-2 min-h-[2lh] text-sm">{app.description}</p>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm">
          {app.size_bytes > 0 && <FileSize bytes={app.size_bytes} />}
          {app.published_at && <DateText value={app.published_at} absolute />}
          <span>
            <Plural value={app.downloads} one="# download" other="# downloads" />
          </span>
        </p>
        <div className="relative mt-auto">
          <CardActions app={app} download={download} newest={newest} />
        </div>
      </div>
    </Card>
  );
});

function CardActions({ app, download, newest = false }: StoreCardProps) {
  const { t } = useLingui();
  const { title } = app;
  const { saveNewest, free } = useBuildDownload();
  const variant = newest ? "primary" : "soft";
  const start = () => void saveNewest(app.id, title);
  if (download && isRunning(download)) {
    return <DownloadProgress download={download} onCancel={() => void free(download.release_id)} />;
  }
  return (
    <div className="flex flex-col gap-3">
      {download?.state === "failed" && <DownloadFailure download={download} onRetry={start} />}
      <div className="flex flex-wrap gap-2 *:grow">
        <LinkButton to="/apps/$appId" params={{ appId: app.id }} aria-label={t`Details of ${title}`}>
          <Trans>Details</Trans>
        </LinkButton>
        {app.version === "" ? (
          <p className="self-center text-muted text-sm">
            <Trans>No release yet</Trans>
          </p>
        ) : app.size_bytes === 0 ? (
          // Links to the build's page, which detects the device.
          <LinkButton
            to="/apps/$appId"
            params={{ appId: app.id }}
            variant={variant}
            aria-label={t`Get the build: ${title}`}
          >
            <Trans>Get the build</Trans>
          </LinkButton>
        ) : (
          <Button icon={DownloadIcon} variant={variant} aria-label={t`Download ${title}`} onClick={start}>
            <Trans>Download</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
