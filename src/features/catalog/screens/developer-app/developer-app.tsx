import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { FolderSearch } from "lucide-react";
import { useRef } from "react";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { changedOnly } from "#lib/changed-only.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { useMutation } from "#state/store.ts";
import { appCreate, appEdit, releaseCreate } from "#sync/mutations/apps.ts";
import { appById } from "#sync/queries/apps.ts";
import { campaignsOfOrganization } from "#sync/queries/campaigns.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { App } from "#sync/schema/apps.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { showToast } from "#ui/toast.tsx";
import { AppStatus } from "../../widgets/app-status.tsx";
import { AppActions } from "./app-actions.tsx";
import { AppForm } from "./app-form.tsx";
import { emptyApp, toInput } from "./app-values.ts";
import { Releases } from "./releases.tsx";
import { StorePreview } from "./store-preview.tsx";

const route = getRouteApi("/_signed-in/developer/apps/$appId");

const ToApps = () => (
  <BackLink to="/developer/apps">
    <Trans>My Apps</Trans>
  </BackLink>
);

export function DeveloperApp() {
  const { t } = useLingui();
  const { appId } = route.useParams();
  const read = useQuery(appId === "new" ? null : appById(appId));
  const here = useRowsHere(["apps"]);
  if (appId === "new") return <NewApp />;
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading" || (read.data === null && here === "arriving")) return <SkeletonList className="h-40" />;
  if (read.data) return <AppPage key={appId} app={read.data} />;
  return (
    <NotFound
      title={t`App`}
      back={<ToApps />}
      icon={FolderSearch}
      missing={<Trans>This app is not on this device</Trans>}
    >
      <Trans>It was deleted, belongs to somebody else, or has not reached this device yet.</Trans>
    </NotFound>
  );
}

function NewApp() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const organization = useOrganization();
  const create = useMutation(appCreate);
  const edit = useMutation(appEdit);
  const release = useMutation(releaseCreate);
  // Created by an earlier attempt, which could not store the file.
  const made = useRef<App>(null);
  const manages = useCan("manage");
  return (
    <Page title={t`New App`} back={<ToApps />}>
      <RoleNotice needs="manage" />
      {manages && (
        <AppForm
          draftKey="app:new"
          initial={emptyApp}
          sendLabel={<Trans>Create app</Trans>}
          onSend={async (values, build) => {
            const done = made.current ? await edit(made.current.id, values) : await create(values, organization);
            if (!done.ok) return done;
            made.current = done.value;
            if (build) {
              const { file, version, publishes } = build;
              const stored = await release(
                done.value.id,
                { version, notes: "", publishes: publishes ? "app" : "" },
                file,
              );
              if (!stored.ok) return stored;
            }
            showToast({
              title: t`App created`,
              description: build?.publishes
                ? t`App and release are published as soon as the file has been sent and checked.`
                : t`It is a draft that only your team can see.`,
            });
            await navigate({
              to: "/developer/apps/$appId",
              params: { appId: done.value.id },
              search: { tab: "releases" },
              replace: true,
            });
            return done;
          }}
        />
      )}
    </Page>
  );
}

function AppPage({ app }: { app: App }) {
  const { t } = useLingui();
  const { tab = "details" } = route.useSearch();
  const manages = useCan("manage", app.org_id);
  const shown = tab === "details" && !manages ? "preview" : tab;
  const navigate = useNavigate({ from: "/developer/apps/$appId" });
  const rejectedChange = useRejectedChanges("apps").get(app.id);
  const edit = useMutation(appEdit);
  const releases = useQueryOr(releasesOf(app.id), []);
  const campaigns = useQuery(campaignsOfOrganization(app.org_id));
  // Wait for the campaigns, because a notice depends on them.
  if (campaigns.state === "loading") return <SkeletonList className="h-40" />;
  const used = campaigns.state !== "ready" || campaigns.data.some((one) => one.app_id === app.id);
  return (
    <Page
      title={app.title}
      back={<ToApps />}
      badge={
        <>
          <AppStatus status={app.status} />
          <PendingBadge row={app} withText />
        </>
      }
      actions={<AppActions app={app} releases={releases} />}
    >
      <RoleNotice needs="manage" orgId={app.org_id} />
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      {manages && !used && releases.length > 0 && (
        <Notice
          title={<Trans>Next: find testers</Trans>}
          action={
            <LinkButton size="sm" to="/developer/campaigns/create" search={{ app: app.id }}>
              <Trans>Create a campaign</Trans>
            </LinkButton>
          }
        >
          <Trans>A campaign gives this app's builds to testers and collects their reports.</Trans>
        </Notice>
      )}
      <Tabs
        label={t`Parts of the app`}
        value={shown}
        onChange={(next) => void navigate({ search: { tab: next === "details" ? undefined : next } })}
        tabs={[
          ...(manages ? [{ value: "details" as const, label: <Trans>Details</Trans> }] : []),
          { value: "releases", label: <Trans>Releases</Trans> },
          { value: "preview", label: <Trans>What testers will see</Trans> },
        ]}
      >
        {shown === "details" && (
          <AppForm
            key={app.id}
            existing
            draftKey={`app:${app.id}`}
            initial={toInput(app)}
            published={app.status !== "draft"}
            sendLabel={<Trans>Save Changes</Trans>}
            onSend={async (values) => {
              const done = await edit(app.id, changedOnly(values, toInput(app)));
              if (done.ok) showToast({ title: t`Changes saved` });
              return done;
            }}
          />
        )}
        {shown === "releases" && <Releases app={app} releases={releases} />}
        {shown === "preview" && <StorePreview app={app} releases={releases} />}
      </Tabs>
    </Page>
  );
}
