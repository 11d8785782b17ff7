import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { CloudOff, PackageX } from "lucide-react";
import { Suspense } from "react";
import { AppCover } from "#features/catalog/widgets/app-cover.tsx";
import { AppChangelog, AppDetails, AppFacts, AppSummary, AppVersions } from "#features/catalog/widgets/app-details.tsx";
import { Checksum } from "#features/catalog/widgets/checksum.tsx";
import { useCatalogApp } from "#state/catalog-rows.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyOptional } from "#ui/lazy-optional.ts";
import { BackLink } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useTitle } from "#ui/use-title.ts";
import { AppActions } from "./app-actions.tsx";
import { VersionDownload } from "./version-download.tsx";

const route = getRouteApi("/_store/apps/$appId");

/** Optional content: loads lazily, and a failure renders nothing. */
const AppInTests = lazyOptional(async () => (await import("./app-in-tests.tsx")).AppInTests);

export function AppDetail() {
  const { appId } = route.useParams();
  const result = useCatalogApp(appId);
  // The developer's unpublished apps are on the device but have no store page.
  const found = result.state === "here" && result.found.app.status === "published" ? result.found : null;
  return (
    <div className="flex flex-col gap-6">
      <BackLink to="/apps" className="-mb-4">
        <Trans>Back to App Store</Trans>
      </BackLink>
      {result.state === "asking" && <SkeletonList rows={3} className="h-40" />}
      {result.state === "elsewhere" && <NotHere />}
      {(result.state === "absent" || (result.state === "here" && !found)) && <NotFound />}
      {found && <Sheet key={found.app.id} app={found.app} releases={found.releases} />}
    </div>
  );
}

function NotFound() {
  const { t } = useLingui();
  useTitle(t`App Not Found`);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">
        <Trans>App Not Found</Trans>
      </h1>
      <EmptyState
        icon={PackageX}
        title={<Trans>App Not Found</Trans>}
        action={
          <LinkButton to="/apps" variant="primary">
            <Trans>Back to App Store</Trans>
          </LinkButton>
        }
      >
        <Trans>The application you're looking for doesn't exist or has been removed.</Trans>
      </EmptyState>
    </div>
  );
}

function NotHere() {
  const { t } = useLingui();
  useTitle(t`App Store`);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">
        <Trans>App Store</Trans>
      </h1>
      <EmptyState icon={CloudOff} title={<Trans>This app is not on this device</Trans>}>
        <Trans>Apps that you opened before can be read offline. This one loads when you have a connection.</Trans>
      </EmptyState>
    </div>
  );
}

/** @param releases newest first */
function Sheet({ app, releases }: { app: App; releases: readonly Release[] }) {
  const { t } = useLingui();
  const [{ tab = "details" }, change] = useSearchChange(route);
  const [newest] = releases;
  useTitle(app.title);
  return (
    <>
      <header className="flex flex-col">
        <AppCover app={app} of="page" />
        <div className="mt-2 mb-5 flex flex-wrap items-end justify-between gap-x-12 gap-y-4 md:-mt-5 md:ps-31">
          <AppSummary
            app={app}
            version={newest?.version ?? app.version}
            title={<h1 className="page-title break-words">{app.title}</h1>}
          />
          <AppFacts app={app} release={newest} />
        </div>
        <AppActions app={app} newest={newest} />
      </header>
      <Tabs
        label={app.title}
        value={tab}
        onChange={(value) => change({ tab: value === "details" ? undefined : value })}
        tabs={[
          { value: "details", label: t`Details` },
          { value: "changelog", label: t`Changelog` },
          { value: "versions", label: t`Version History` },
        ]}
      >
        {tab === "details" && (
          <>
            <AppDetails app={app} release={newest} />
            {newest && newest.sha256 !== "" && (
              <p className="mt-4 text-muted">
                <Checksum value={newest.sha256} />
              </p>
            )}
          </>
        )}
        {tab === "changelog" && <AppChangelog release={newest} />}
        {tab === "versions" && (
          <AppVersions
            releases={releases}
            action={(release) => <VersionDownload release={release} title={app.title} />}
          />
        )}
      </Tabs>
      <Suspense>
        <AppInTests appId={app.id} />
      </Suspense>
    </>
  );
}
