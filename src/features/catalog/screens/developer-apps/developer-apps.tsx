import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { CloudOff, FileUp, PackagePlus, Plus } from "lucide-react";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { matches } from "#lib/text-match.ts";
import { useList } from "#state/list.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { AppCard } from "./app-card.tsx";

const route = getRouteApi("/_signed-in/developer/apps/");

const NewApp = ({ first }: { first?: boolean }) => (
  <LinkButton to="/developer/apps/$appId" params={{ appId: "new" }} variant="primary" icon={first ? FileUp : Plus}>
    {first ? <Trans>Upload a build</Trans> : <Trans>New App</Trans>}
  </LinkButton>
);

/** Shown instead of the empty state on a new device that is offline. */
const NotSyncedYet = () => (
  <EmptyState icon={CloudOff} title={<Trans>No data on this device yet</Trans>}>
    <Trans>This device is offline. Your data appears as soon as you connect.</Trans>
  </EmptyState>
);

export function DeveloperApps() {
  const { t } = useLingui();
  const { q = "" } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/apps/" });
  const [text, setText] = useUrlText(
    q,
    (next) => void navigate({ search: { q: next || undefined }, replace: true, resetScroll: false }),
  );
  const read = useList(appsOfOrganization(useOrganization().org_id), ["apps"]);
  const rejectedChanges = useRejectedChanges("apps");
  const manages = useCan("manage");
  const apps = read.state === "ready" ? read.data : [];
  const shown = apps.filter((app) => matches(q, app.title, app.description));
  return (
    <Page
      title={t`My Apps`}
      description={
        <Trans>Their builds go to the testers in your campaigns and, once published, to the App Store.</Trans>
      }
      actions={manages && (apps.length > 0 || read.state === "incomplete") && <NewApp />}
    >
      <RoleNotice needs="manage" />
      {read.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
      {read.state === "loading" && <SkeletonList className="h-32" cards />}
      {read.state === "never_synced" && <NotSyncedYet />}
      {read.state === "incomplete" && <ListStates list={read} />}
      {read.state === "ready" && apps.length === 0 && (
        <EmptyState icon={PackagePlus} title={<Trans>No apps yet</Trans>} action={manages && <NewApp first />}>
          <Trans>
            Upload your build: the app gets its name, icon, platform and version from the file. Testers download it, and
            you see which version they used.
          </Trans>
        </EmptyState>
      )}
      {apps.length > 0 && (
        <>
          <MissingRows of={["apps"]} />
          <SearchInput value={text} onChange={setText} label={t`Search apps`} className="md:max-w-md" />
          {shown.length === 0 ? (
            <NoMatch
              title={<Trans>No apps found</Trans>}
              clear="search"
              onClear={() => void navigate({ search: {}, replace: true })}
            />
          ) : (
            <RowList
              items={shown}
              label={t`My Apps`}
              estimate={150}
              minItemWidth={340}
              render={(app) => <AppCard app={app} rejectedChange={rejectedChanges.get(app.id)} />}
            />
          )}
        </>
      )}
    </Page>
  );
}
