// All campaigns, for admins to look at: searched and filtered on the server, page by page. Hiding
// one is a flag's (features/flags).
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { EyeOff, Megaphone } from "lucide-react";
import { useState } from "react";
import { type AdminCampaign, adminCampaigns } from "../../../../../sync/schema/admin-functions.ts";
import { campaignStatuses } from "../../../../../sync/schema/values.ts";
import { labelOptions } from "../../../../i18n/label-options.ts";
import { matches } from "../../../../lib/text-match.ts";
import { useRemoteList } from "../../../../state/use-online-query.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Count, DateText } from "../../../../ui/formatted-values.tsx";
import { LoadMore } from "../../../../ui/load-more.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { TableFilters } from "../../../../ui/table-filters.tsx";
import { campaignStatusLabel } from "../../../campaigns/labels.ts";
import { CampaignStatus, CampaignVisibility } from "../../../campaigns/widgets/campaign-status.tsx";
import { FlaggedItem } from "../../../flags/widgets/flagged-item.tsx";
import { OnlineQueryStates } from "../../../sync/widgets/online-query-states.tsx";
import { PersonLink } from "../../widgets/person-link.tsx";

const route = getRouteApi("/_signed-in/admin/campaigns");
type Search = ReturnType<typeof route.useSearch>;

const fits = (c: AdminCampaign, status: Search["status"]) =>
  !status || (status === "hidden" ? c.hidden : c.status === status);

export function AllCampaigns() {
  const { t } = useLingui();
  const search = route.useSearch();
  const { q = "", status } = search;
  const navigate = useNavigate({ from: "/admin/campaigns" });
  const change = (next: Partial<Search>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const list = useRemoteList(adminCampaigns, { search: q.trim(), status: status ?? "", limit: 50 });
  const shown =
    list.state === "ready" && list.old
      ? list.rows.filter((c) => matches(q, c.title, c.developer_name) && fits(c, status))
      : list.rows;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t`Campaigns`} description={<Trans>All campaigns of all developers, drafts included.</Trans>} />
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
      <OnlineQueryStates remote={list} failed={<Trans>The campaigns could not be loaded</Trans>} />
      {shown.length > 0 && <CampaignTable campaigns={shown} />}
      <LoadMore onMore={list.more} />
      {list.state === "ready" &&
        shown.length === 0 &&
        (q !== "" || status ? (
          <NoMatch
            title={<Trans>No campaigns match your filters</Trans>}
            onClear={() => change({ q: undefined, status: undefined })}
          />
        ) : (
          <EmptyState icon={Megaphone} title={<Trans>No campaigns yet</Trans>} />
        ))}
    </div>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly AdminCampaign[] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<AdminCampaign | null>(null);
  const columns: Column<AdminCampaign>[] = [
    {
      key: "title",
      header: t`Title`,
      primary: true,
      cell: (c) => (
        <button
          type="button"
          onClick={() => setOpen(c)}
          className="wrap-anywhere rounded-sm text-start font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
        >
          {c.title}
        </button>
      ),
    },
    { key: "developer", header: t`Developer`, cell: (c) => <PersonLink id={c.developer_id} name={c.developer_name} /> },
    {
      key: "status",
      header: t`Status`,
      cell: (c) => (
        <span className="inline-flex flex-wrap gap-2 max-md:justify-end">
          <CampaignStatus status={c.status} />
          <CampaignVisibility visibility={c.visibility} />
          {c.hidden && (
            <Badge tone="danger" icon={EyeOff}>
              <Trans>Hidden</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    {
      key: "testers",
      header: t`Testers`,
      align: "end",
      cell: (c) => (
        <>
          <Count value={c.testers_joined} /> / <Count value={c.max_testers} />
        </>
      ),
    },
    { key: "reports", header: t`Reports`, align: "end", cell: (c) => <Count value={c.reports} /> },
    { key: "created", header: t`Created`, cell: (c) => <DateText value={c.created_at} absolute /> },
  ];
  return (
    <>
      <DataTable caption={t`Campaigns`} columns={columns} rows={campaigns} keyOf={(c) => c.id} />
      {open && (
        <Dialog open title={open.title} onClose={() => setOpen(null)} steady>
          <div className="flex flex-col gap-3">
            <p className="text-muted text-sm">{open.org_name}</p>
            <FlaggedItem flag={{ content_type: "campaign", content_id: open.id }} />
          </div>
        </Dialog>
      )}
    </>
  );
}
