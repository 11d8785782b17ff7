import { Trans, useLingui } from "@lingui/react/macro";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "#features/sync/widgets/rejected-change-notice.tsx";
import { useCan } from "#state/organization.ts";
import type { RejectedChange } from "#sync/queries/outbox.ts";
import type { PendingFile } from "#sync/queries/pending-items.ts";
import type { App } from "#sync/schema/apps.ts";
import type { ReleaseFigures as Figures } from "#sync/schema/release-functions.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { AboutDownloads } from "../../widgets/about-downloads.tsx";
import { AppStatus } from "../../widgets/app-status.tsx";
import { LaunchCode } from "./launch-code.tsx";
import { ReleaseActions } from "./release-actions.tsx";
import { ReleaseFigures } from "./release-figures.tsx";
import { ReleaseFile } from "./release-file.tsx";
import { ReleaseLink } from "./release-link.tsx";

interface ReleaseCardProps {
  app: App;
  release: Release;
  releases: readonly Release[];
  latest: boolean;
  onlyOne: boolean;
  upload: PendingFile | undefined;
  rejectedChange: RejectedChange | undefined;
  figures: Figures | undefined;
  /** Empty if there is none; undefined while it is unknown. */
  launchCode: string | undefined;
  onLaunchCode: () => void;
}

export function ReleaseCard(props: ReleaseCardProps) {
  const { app, release, releases, latest, onlyOne, upload, rejectedChange, figures, launchCode, onLaunchCode } = props;
  const { t } = useLingui();
  const { version } = release;
  const manages = useCan("manage", app.org_id);
  return (
    <Card className="flex flex-col gap-4" aria-label={t`Version ${version}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
            <Trans>Version {version}</Trans> <AppStatus status={release.status} />
            {latest && (
              <Badge tone="accent">
                <Trans>Latest</Trans>
              </Badge>
            )}
            <PendingBadge row={release} withText />
          </h2>
          <p className="text-muted text-sm">
            {release.published_at ? (
              <>
                <Trans>
                  published <DateText value={release.published_at} />
                </Trans>
                {!figures && (
                  <>
                    {" · "}
                    <AboutDownloads count={release.downloads} />
                  </>
                )}
              </>
            ) : (
              <Trans>
                created <DateText value={release.created_at} />
              </Trans>
            )}
          </p>
        </div>
      </div>
      {release.expires_at && release.status !== "withdrawn" && (
        <p className="text-muted text-sm">
          {release.status === "expired" ? (
            <Trans>
              Ended <DateText value={release.expires_at} absolute />
            </Trans>
          ) : (
            <Trans>
              Ends <DateText value={release.expires_at} absolute />
            </Trans>
          )}
        </p>
      )}
      {release.notes !== "" && (
        <p className="line-clamp-6 max-w-prose whitespace-pre-wrap break-words text-sm">{release.notes}</p>
      )}
      {release.kind === "link" ? (
        <ReleaseLink release={release} />
      ) : (
        <ReleaseFile release={release} releases={releases} upload={upload} />
      )}
      {figures && <ReleaseFigures figures={figures} link={release.kind === "link"} />}
      {manages && launchCode !== undefined && release.sync_xid !== "" && (
        <LaunchCode release={release} code={launchCode} onSaved={onLaunchCode} />
      )}
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      {manages && <ReleaseActions app={app} release={release} releases={releases} upload={upload} onlyOne={onlyOne} />}
    </Card>
  );
}
