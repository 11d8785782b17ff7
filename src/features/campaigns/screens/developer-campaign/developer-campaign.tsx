import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { FolderSearch } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { useCommitAbandonedReviews } from "#features/sync/use-commit-abandoned-reviews.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { type QueryState, useQuery } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { applicantsWaiting, setsWaiting } from "#sync/queries/applications.ts";
import { briefById, campaignById } from "#sync/queries/campaigns.ts";
import { type ReviewQueueCounts, reportsWaiting } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { Menu } from "#ui/menu.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { BackLink, CompactHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { type TabItem, Tabs } from "#ui/tabs.tsx";
import { useWide } from "#ui/use-wide.ts";
import { type CampaignPart, campaignPartLabel, partsOf } from "../../parts.ts";
import { CampaignStatus, CampaignVisibility } from "../../widgets/campaign-status.tsx";
import { moreItems } from "../../widgets/more-items.tsx";
import { type CampaignActions, useCampaignActions } from "../../widgets/use-campaign-actions.tsx";
import { CampaignEdit } from "./campaign-edit.tsx";
import { Overview } from "./overview.tsx";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");

/** Tabs that the route provides as separate screens. */
export type CampaignTabs = Record<Exclude<CampaignPart, "overview" | "edit">, ComponentType<{ campaign: Campaign }>>;

export function DeveloperCampaign({ screens }: { screens: CampaignTabs }) {
  const { campaignId } = route.useParams();
  const read = useQuery(campaignById(campaignId));
  const here = useRowsHere(["campaigns"]);
  useCommitAbandonedReviews();
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading" || (read.data === null && here === "arriving")) return <SkeletonList className="h-40" />;
  if (read.data === null) return <UnknownCampaign />;
  return <CampaignPage key={campaignId} campaign={read.data} screens={screens} />;
}

function UnknownCampaign() {
  const { t } = useLingui();
  return (
    <NotFound
      title={t`Campaign`}
      icon={FolderSearch}
      missing={<Trans>This campaign is not on this device</Trans>}
      action={
        <LinkButton to="/developer/campaigns">
          <Trans>My Campaigns</Trans>
        </LinkButton>
      }
    >
      <Trans>It was deleted, belongs to somebody else, or has not reached this device yet.</Trans>
    </NotFound>
  );
}

function CampaignPage({ campaign, screens }: { campaign: Campaign; screens: CampaignTabs }) {
  const { t } = useLingui();
  const { tab = "overview" } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const today = useToday();
  const rejectedChange = useRejectedChanges("campaigns").get(campaign.id);
  const status = shownStatus(campaign, today);
  const actions = useCampaignActions(campaign, () => void navigate({ to: "/developer/campaigns" }));
  const reports = useQuery(reportsWaiting(campaign.org_id));
  const results = useQuery(setsWaiting(campaign.org_id));
  const applicants = useQuery(applicantsWaiting(campaign.org_id));
  const brief = useQuery(briefById(campaign.id));
  const hasTasks = brief.state === "ready" && (brief.data?.tasks.length ?? 0) > 0;
  const fresh = countOf(reports, campaign.id);
  const sets = countOf(results, campaign.id);
  const waiting = countOf(applicants, campaign.id);
  // Narrow screens hide a button to make room for the title.
  const wide = useWide("48rem");
  const items = moreItems(actions, !wide);
  const badges: Partial<Record<CampaignPart, ReactNode>> = {
    applicants: <Waiting count={waiting} />,
    feedback: <Waiting count={fresh} />,
    results: <Waiting count={sets} />,
  };
  const tabs = partsOf(campaign, actions.manages, today, hasTasks).map(
    (part): TabItem<CampaignPart> => ({
      ...{ value: part, label: t(campaignPartLabel[part]), badge: badges[part] },
    }),
  );
  const shown = tabs.some((one) => one.value === tab) ? tab : "overview";
  // Wait for the counts, which change the width of the tabs.
  if ([reports, results, applicants, brief].some(({ state }) => state === "loading"))
    return <SkeletonList className="h-40" />;
  const Screen = shown === "overview" || shown === "edit" ? null : screens[shown];
  return (
    <div className="-mt-5 flex flex-col gap-1 md:-mt-6 md:gap-2 print:mt-0">
      <CompactHeader
        title={campaign.title}
        back={
          <BackLink to="/developer/campaigns">
            <span className="max-md:sr-only">
              <Trans>My Campaigns</Trans>
            </span>
          </BackLink>
        }
        menu={items.length > 0 && <Menu label={t`More actions`} items={items} />}
        badge={
          <>
            <CampaignStatus status={status} />
            <CampaignVisibility campaign={campaign} />
            <PendingBadge row={campaign} withText />
          </>
        }
        actions={
          (actions.can.publish || (wide && (actions.can.archive || actions.can.restore))) && (
            <HeaderActions actions={actions} wide={wide} />
          )
        }
      />
      <RoleNotice needs="manage" orgId={campaign.org_id} />
      {actions.can.publish && actions.whyNotPublish && <p className="text-muted text-sm">{t(actions.whyNotPublish)}</p>}
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      <Tabs
        label={t`Parts of the campaign`}
        tabs={tabs}
        value={shown}
        onChange={(next) => void navigate({ search: { tab: next === "overview" ? undefined : next } })}
        className={shown === "feedback" ? "gap-1 lg:gap-1.5" : "gap-6"}
      >
        {shown === "overview" && <Overview {...{ campaign, actions, fresh, sets, waiting }} />}
        {Screen && <Screen campaign={campaign} />}
        {shown === "edit" && <CampaignEdit campaign={campaign} />}
      </Tabs>
      {actions.dialog}
    </div>
  );
}

const countOf = (queue: QueryState<ReviewQueueCounts>, campaignId: string) =>
  queue.state === "ready" ? (queue.data.byCampaign.get(campaignId) ?? 0) : 0;

const Waiting = ({ count }: { count: number }) =>
  count > 0 ? (
    <Badge tone="accent">
      <Count value={count} />
    </Badge>
  ) : null;

interface HeaderActionsProps {
  actions: CampaignActions;
  /** False on narrow screens, which show only the primary action. */
  wide: boolean;
}

function HeaderActions({ actions, wide }: HeaderActionsProps) {
  const { can } = actions;
  return (
    <>
      {can.publish && (
        <Button variant="primary" disabled={actions.whyNotPublish !== null} onClick={actions.publish}>
          <Trans>Publish</Trans>
        </Button>
      )}
      {wide && can.archive && (
        <Button opensDialog onClick={() => actions.ask("archive")}>
          <Trans>Archive</Trans>
        </Button>
      )}
      {wide && can.restore && (
        <Button onClick={actions.restore}>
          <Trans>Restore</Trans>
        </Button>
      )}
    </>
  );
}
