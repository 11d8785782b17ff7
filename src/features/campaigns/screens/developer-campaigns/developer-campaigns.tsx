import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { FolderPlus, Plus, SearchX } from "lucide-react";
import { shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { emptyReviewQueue } from "#features/reports/empty-review-queue.ts";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { matches } from "#lib/text-match.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { applicantsWaiting } from "#sync/queries/applications.ts";
import { campaignsOfOrganization } from "#sync/queries/campaigns.ts";
import { reportsWaiting } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { OwnCampaignCard } from "./developer-campaign-card.tsx";
import { RejectedCampaigns } from "./rejected-campaigns.tsx";

const route = getRouteApi("/_signed-in/developer/campaigns/");
const shownRows = ["campaigns", "applications", "feedback"] as const;
const statuses = ["active", "draft", "completed", "archived"] as const;

export function MyCampaigns() {
  const { t } = useLingui();
  const { org_id: orgId } = useOrganization();
  const read = useQuery(campaignsOfOrganization(orgId));
  // Wait for these counts, which change the height of the cards.
  const queues = [useQuery(reportsWaiting(orgId)), useQuery(applicantsWaiting(orgId))];
  const here = useRowsHere(["campaigns"]);
  const manages = useCan("manage");
  const loading = [read, ...queues].some(({ state }) => state === "loading");
  return (
    <Page
      title={t`My Campaigns`}
      actions={
        manages && (
          <LinkButton to="/developer/campaigns/create" variant="primary" icon={Plus}>
            <Trans>New Campaign</Trans>
          </LinkButton>
        )
      }
    >
      <RoleNotice needs="manage" />
      {read.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
      {read.state !== "error" && loading && <SkeletonList className="h-64" cards />}
      {read.state === "ready" &&
        !loading &&
        (read.data.length > 0 || here === "all" ? (
          <>
            <MissingRows of={shownRows} />
            <CampaignList campaigns={read.data} />
          </>
        ) : (
          <ListStates list={{ state: here === "arriving" ? "loading" : here }} row="h-64" cards />
        ))}
    </Page>
  );
}

function CampaignList({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useLingui();
  const today = useToday();
  const { q = "", status } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/" });
  const { org_id: orgId } = useOrganization();
  const fresh = useQueryOr(reportsWaiting(orgId), emptyReviewQueue);
  const applicants = useQueryOr(applicantsWaiting(orgId), emptyReviewQueue);
  const rejectedChanges = useRejectedChanges("campaigns");
  const filter = (change: { q?: string | undefined; status?: Campaign["status"] | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const [text, setText] = useUrlText(q, (next) => filter({ q: next || undefined }));

  const found = campaigns.filter((c) => matches(q, c.title, c.description));
  const shown = found
    .filter((c) => !status || shownStatus(c, today) === status)
    // Archived campaigns come last; the others stay newest first.
    .sort((a, b) => Number(a.status === "archived") - Number(b.status === "archived"));
  const countOf = (one: Campaign["status"]) => found.filter((c) => shownStatus(c, today) === one).length;
  const names = {
    active: t({ message: "Active", context: "campaigns" }),
    draft: t({ message: "Draft", context: "campaigns" }),
    completed: t({ message: "Completed", context: "campaigns" }),
    archived: t({ message: "Archived", context: "campaigns" }),
  };
  const pills = [
    { value: undefined, label: t`All`, count: found.length },
    ...statuses.map((value) => ({ value, label: names[value], count: countOf(value) })),
  ];
  const card = (campaign: Campaign) => (
    <OwnCampaignCard
      campaign={campaign}
      fresh={fresh.byCampaign.get(campaign.id) ?? 0}
      applicants={applicants.byCampaign.get(campaign.id) ?? 0}
      rejectedChange={rejectedChanges.get(campaign.id)}
    />
  );

  return (
    <>
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search campaigns`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={status} onChange={(status) => filter({ status })} pills={pills} />
      </div>
      <RejectedCampaigns known={campaigns} />
      {shown.length > 0 ? (
        <RowList items={shown} label={t`Campaigns`} estimate={340} minItemWidth={340} render={card} />
      ) : (
        <NoCampaigns any={campaigns.length > 0} onClear={() => filter({ q: undefined, status: undefined })} />
      )}
    </>
  );
}

function NoCampaigns({ any, onClear }: { any: boolean; onClear: () => void }) {
  const manages = useCan("manage");
  return (
    <EmptyState
      icon={any ? SearchX : FolderPlus}
      title={<Trans>No campaigns found</Trans>}
      action={
        <>
          {any && (
            <Button onClick={onClear}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
          {manages && (
            <LinkButton to="/developer/campaigns/create" variant={any ? "secondary" : "primary"} icon={Plus}>
              {any ? <Trans>Create a campaign</Trans> : <Trans>Create your first campaign</Trans>}
            </LinkButton>
          )}
        </>
      }
    >
      {any ? (
        <Trans>No campaigns match your search and the selected status.</Trans>
      ) : (
        <Trans>A campaign describes what you want tested, by whom, until when and for what reward.</Trans>
      )}
    </EmptyState>
  );
}
