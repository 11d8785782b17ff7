import { Trans, useLingui } from "@lingui/react/macro";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "#features/sync/widgets/rejected-change-notice.tsx";
import type { RejectedChange } from "#sync/queries/outbox.ts";
import type { App } from "#sync/schema/apps.ts";
import { Card, CardLink } from "#ui/card.tsx";
import { AboutDownloads } from "../../widgets/about-downloads.tsx";
import { AppCardHead } from "../../widgets/app-card-head.tsx";
import { AppStatus } from "../../widgets/app-status.tsx";

export function AppCard({ app, rejectedChange }: { app: App; rejectedChange: RejectedChange | undefined }) {
  const { t } = useLingui();
  const title = (
    <>
      <CardLink to="/developer/apps/$appId" params={{ appId: app.id }}>
        {app.title}
      </CardLink>{" "}
      <PendingBadge row={app} />
    </>
  );
  return (
    <Card className="flex h-full flex-col gap-3">
      <AppCardHead app={app} title={title}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <AppStatus status={app.status} />
          <span>{t(platformLabel[app.platform])}</span>
          <span>{app.version === "" ? <Trans>No release yet</Trans> : <Trans>Version {app.version}</Trans>}</span>
          {app.status !== "draft" && (
            <span>
              <AboutDownloads count={app.downloads} />
            </span>
          )}
        </p>
      </AppCardHead>
      <p className="line-clamp-2 text-muted text-sm">{app.description}</p>
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
    </Card>
  );
}
