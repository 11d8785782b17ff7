import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { AppCover } from "../../widgets/app-cover.tsx";
import { AppChangelog, AppDetails, AppFacts, AppSummary, AppVersions } from "../../widgets/app-details.tsx";

export function StorePreview({ app, releases }: { app: App; releases: readonly Release[] }) {
  const published = releases.filter((r) => r.status === "published");
  // Before the first publication, preview the newest draft.
  const shown = published[0] ?? releases.find((r) => r.status === "draft");
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {app.status === "published" && published.length > 0 ? (
        <LinkButton to="/apps/$appId" params={{ appId: app.id }} className="self-start">
          <Trans>View app page</Trans>
        </LinkButton>
      ) : (
        <Notice>
          {app.status === "published" ? (
            <Trans>This app is in the App Store; its first release is not published yet.</Trans>
          ) : (
            <Trans>Only your team can see this. Publish a release and then the app to add it to the App Store.</Trans>
          )}
        </Notice>
      )}
      <div inert className="flex flex-col gap-6 rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5">
        <AppCover app={app} of="card" />
        <div className="flex flex-wrap items-start gap-4">
          <AppSummary
            app={app}
            version={shown?.version ?? ""}
            title={<p className="font-semibold text-xl">{app.title}</p>}
          />
          <Button variant="primary" icon={Download}>
            <Trans>Download</Trans>
          </Button>
        </div>
        <AppFacts app={app} release={shown} />
        <AppDetails app={app} release={shown} />
        <AppChangelog release={shown} />
        {published.length > 1 && <AppVersions releases={published} />}
      </div>
    </div>
  );
}
