// All apps, read-only, searched on the server page by page. Apps are hidden through flags
// (`features/flags`).
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { publicationLabel } from "#features/catalog/labels.ts";
import { AppStatus } from "#features/catalog/widgets/app-status.tsx";
import { PersonLink } from "#features/flags/widgets/person-link.tsx";
import { ExportCsv } from "#features/sync/widgets/export-csv.tsx";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { labelOptions } from "#i18n/label-options.ts";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { type AdminApp, adminApps } from "#sync/schema/admin-functions.ts";
import { appStatuses } from "#sync/schema/values.ts";
import { TextLink } from "#ui/button.tsx";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { AppDialog } from "./app-dialog.tsx";

const route = getRouteApi("/_signed-in/admin/apps");

const exported = ({ id, title, status, platform, version, ...a }: AdminApp) => ({
  ...{ id, title, status, platform, version, organization: a.org_name },
  ...{ developer_id: a.developer_id, developer: a.developer_name, downloads: a.downloads, created_at: a.created_at },
});

export function AllApps() {
  const { t } = useLingui();
  const [search, change] = useSearchChange(route);
  const { q = "", status, app: opened } = search;
  const filter = { search: q.trim(), status: status ?? "" };
  const fits = (a: AdminApp) => matches(q, a.title, a.developer_name) && (!status || a.status === status);
  const list = useRemoteList(adminApps, { ...filter, limit: 50 }, { fits });
  return (
    <Page
      title={t`Apps`}
      description={<Trans>All apps of all developers, drafts included.</Trans>}
      actions={<ExportCsv fn={adminApps} request={filter} name="apps" exported={exported} />}
    >
      <TableFilters
        label={t`Search by title or developer`}
        search={search}
        onChange={change}
        filters={{
          status: { label: t`Status`, all: t`All statuses`, options: labelOptions(t, appStatuses, publicationLabel) },
        }}
      />
      <RemoteRows
        list={list}
        failed={<Trans>The apps could not be loaded</Trans>}
        empty={
          q !== "" || status ? (
            <NoMatch
              title={<Trans>No apps match your filters</Trans>}
              onClear={() => change({ q: undefined, status: undefined })}
            />
          ) : (
            <EmptyState icon={Package} title={<Trans>No apps yet</Trans>} />
          )
        }
      >
        <AppTable apps={list.rows} />
      </RemoteRows>
      {opened && <AppDialog key={opened} id={opened} onClose={() => change({ app: undefined })} />}
    </Page>
  );
}

function AppTable({ apps }: { apps: readonly AdminApp[] }) {
  const { t } = useLingui();
  const columns: Column<AdminApp>[] = [
    column("title", t`Title`, { primary: true }, (a) => (
      <TextLink
        from="/admin/apps"
        search={(old) => ({ ...old, app: a.id })}
        replace
        resetScroll={false}
        className="wrap-anywhere"
      >
        {a.title}
      </TextLink>
    )),
    column("developer", t`Developer`, (a) => <PersonLink id={a.developer_id} name={a.developer_name} />),
    column("status", t`Status`, (a) => <AppStatus status={a.status} />),
    column("version", t`Version`, (a) => a.version || "–"),
    column("downloads", t`Downloads`, { align: "end" }, (a) => <Count value={a.downloads} />),
    column("created", t`Created`, (a) => <DateText value={a.created_at} absolute />),
  ];
  return <DataTable caption={t`Apps`} columns={columns} rows={apps} keyOf={(a) => a.id} />;
}
