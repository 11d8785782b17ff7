// One release: where its file is, what can be done with it, and why not.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { RefusedChange } from "../../../../../sync/queries/outbox.ts";
import type { PendingFile } from "../../../../../sync/queries/pending-items.ts";
import type { App } from "../../../../../sync/schema/apps.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { useCan } from "../../../../state/organization.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Card } from "../../../../ui/card.tsx";
import { DateText } from "../../../../ui/formatted-values.tsx";
import { PendingBadge } from "../../../sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "../../../sync/widgets/rejected-change-notice.tsx";
import { AppStatus } from "../../widgets/app-status.tsx";
import { ReleaseActions } from "./release-actions.tsx";
import { ReleaseFile } from "./release-file.tsx";

interface ReleaseCardProps {
  app: App;
  release: Release;
  latest: boolean;
  onlyOne: boolean;
  upload: PendingFile | undefined;
  refused: RefusedChange | undefined;
}

export function ReleaseCard({ app, release, latest, onlyOne, upload, refused }: ReleaseCardProps) {
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
                </Trans>{" "}
                · <Plural value={release.downloads} one="# download" other="# downloads" />
              </>
            ) : (
              <Trans>
                created <DateText value={release.created_at} />
              </Trans>
            )}
          </p>
        </div>
      </div>
      {release.notes !== "" && (
        <p className="line-clamp-6 max-w-prose whitespace-pre-wrap break-words text-sm">{release.notes}</p>
      )}
      <ReleaseFile release={release} upload={upload} />
      {refused && <RejectedChangeNotice change={refused} />}
      {manages && <ReleaseActions app={app} release={release} upload={upload} onlyOne={onlyOne} />}
    </Card>
  );
}
