// All campaigns, read-only, searched on the server page by page. Campaigns are hidden through flags
// (`features/flags`).
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import { campaignStatusLabel } from "#features/common/campaign-labels.ts";
import { PersonLink } from "#features/flags/widgets/person-link.tsx";
import { ExportCsv } from "#features/sync/widgets/export-csv.tsx";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { labelOptions } from "#i18n/label-options.ts";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { type AdminCampaign, adminCampaigns } from "#sync/schema/admin-functions.ts";
import { campaignStatuses } from "#sync/schema/values.ts";
import { TextLink } from "#ui/button.tsx";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { CampaignBadges, CampaignDialog } from "./campaign-dialog.tsx";

const route = getRouteApi("/_signed-in/admin/campaigns");

const exported = ({ id, title, status, visibility, hidden, ...c }: AdminCampaign) => ({
  ...{ id, title, status, visibility, hidden, organization: c.org_name },
  ...{ developer_id: c.developer_id, developer: c.developer_name },
  ...{ testers_joined: c.testers_joined, max_testers: c.max_testers, reports: c.reports, created_at: c.created_at },
});

export function AllCampaigns() {
  const { t } = useLingui();
  const [search, change] = useSearchChange(route);
  const { q = "", status, campaign: opened } = search;
  const filter = { search: q.trim(), status: status ?? "" };
  const fits = (c: AdminCampaign) =>
    matches(q, c.title, c.developer_name) && (!status || (status === "hidden" ? c.hidden : c.status === status));
  const list = useRemoteList(adminCampaigns, { ...filter, limit: 50 }, { fits });
  return (
    <Page
      title={t`Campaigns`}
      description={<Trans>All campaigns of all developers, drafts included.</Trans>}
      actions={<ExportCsv fn={adminCampaigns} request={filter} name="campaigns" exported={exported} />}
    >
      <TableFilters
        label={t`Search by title or developer`}
        search={search}
        onChange={change}
        filters={{
          status: {
            label: t`Status`,
            all: t`All statuses`,
            options: [
              ...labelOptions(t, campaignStatuses, campaignStatusLabel),
              { value: "hidden" as const, label: t`Hidden` },
            ],
          },
        }}
      />
      <RemoteRows
        list={list}
        failed={<Trans>The campaigns could not be loaded</Trans>}
        empty={
          q !== "" || status ? (
            <NoMatch
              title={<Trans>No campaigns match your filters</Trans>}
              onClear={() => change({ q: undefined, status: undefined })}
            />
          ) : (
            <EmptyState icon={Megaphone} title={<Trans>No campaigns yet</Trans>} />
          )
        }
      >
        <CampaignTable campaigns={list.rows} />
      </RemoteRows>
      {opened && <CampaignDialog key={opened} id={opened} onClose={() => change({ campaign: undefined })} />}
    </Page>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly AdminCampaign[] }) {
  const { t } = useLingui();
  const columns: Column<AdminCampaign>[] = [
    column("title", t`Title`, { primary: true }, (c) => (
      <TextLink
        from="/admin/campaigns"
        search={(old) => ({ ...old, campaign: c.id })}
        replace
        resetScroll={false}
        className="wrap-anywhere"
      >
        {c.title}
      </TextLink>
    )),
    column("developer", t`Developer`, (c) => <PersonLink id={c.developer_id} name={c.developer_name} />),
    column("status", t`Status`, (c) => <CampaignBadges campaign={c} className="max-md:justify-end" />),
    column("testers", t`Testers`, { align: "end" }, (c) => (
      <>
        <Count value={c.testers_joined} /> / <Count value={c.max_testers} />
      </>
    )),
    column("reports", t`Reports`, { align: "end" }, (c) => <Count value={c.reports} />),
    column("created", t`Created`, (c) => <DateText value={c.created_at} absolute />),
  ];
  return <DataTable caption={t`Campaigns`} columns={columns} rows={campaigns} keyOf={(c) => c.id} />;
}
