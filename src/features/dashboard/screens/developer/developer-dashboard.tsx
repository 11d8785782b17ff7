import { Trans, useLingui } from "@lingui/react/macro";
import { FolderOpen, Hourglass, Megaphone, MessageSquareText, Plus } from "lucide-react";
import { shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { useCommitAbandonedReviews } from "#features/sync/use-commit-abandoned-reviews.ts";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useCan, useOrganization } from "#state/organization.ts";
import { type QueryState, useQuery, useQueryOr } from "#state/query.ts";
import { useRowsHere } from "#state/rows-here.ts";
import { setsWaiting } from "#sync/queries/applications.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { campaignsOfOrganization } from "#sync/queries/campaigns.ts";
import { type ReviewQueueCounts, recentReports, reportsWaiting } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { ActiveCampaigns } from "./active-campaigns.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { RecentFeedback } from "./recent-feedback.tsx";
import { usePendingTasks, WaitingForYou } from "./waiting-for-you.tsx";

const RECENT = 8;
const counted = ["campaigns", "applications", "feedback"] as const;

export function DeveloperDashboard() {
  const { t } = useLingui();
  const { org_id: orgId } = useOrganization();
  const read = useQuery(campaignsOfOrganization(orgId));
  const here = useRowsHere(["campaigns"]);
  const manages = useCan("manage");
  useCommitAbandonedReviews();
  const campaigns = read.state === "ready" ? read.data : [];
  const waits = usePendingTasks(campaigns);
  const queues = [useQuery(reportsWaiting(orgId)), useQuery(setsWaiting(orgId))];
  const failed = read.state === "error" || waits.state === "error";
  const loading = [read, waits, ...queues].some(({ state }) => state === "loading");
  // The device may not have pulled the campaigns yet.
  const unknown = campaigns.length === 0 && here !== "all";
  const waiting = loading || (unknown && here === "arriving");
  const counts = !waiting && !unknown;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`Dashboard`}
        actions={
          <>
            <LinkButton to="/apps">
              <Trans>App Store</Trans>
            </LinkButton>
            <LinkButton to="/developer/campaigns">
              <Trans>View All Campaigns</Trans>
            </LinkButton>
            {manages && (
              <LinkButton to="/developer/campaigns/create" variant="primary" icon={Plus}>
                <Trans>New Campaign</Trans>
              </LinkButton>
            )}
          </>
        }
      />
      <RoleNotice needs="manage" />
      {failed && <ErrorState onRetry={() => window.location.reload()} />}
      {waiting && !failed && <SkeletonList className="h-40" />}
      {!waiting && waits.state === "ready" && <WaitingForYou {...waits.data} />}
      {!waiting && <MissingRows of={counted} />}
      {counts && !failed && <Figures campaigns={campaigns} fresh={totalOf(queues)} />}
      {counts && read.state === "ready" && <Content campaigns={campaigns} />}
    </div>
  );
}

const totalOf = (queues: readonly QueryState<ReviewQueueCounts>[]) =>
  queues.reduce((sum, queue) => sum + (queue.state === "ready" ? queue.data.total : 0), 0);

function Figures({ campaigns, fresh }: { campaigns: readonly Campaign[]; fresh: number }) {
  const { t } = useLingui();
  const today = useToday();
  const active = campaigns.filter((c) => shownStatus(c, today) === "active").length;
  const feedback = campaigns.reduce((sum, c) => sum + c.feedback_count, 0);
  const answers = fresh > 0 ? t`waiting for your answer` : undefined;
  const stats = [
    { label: t`Active Campaigns`, icon: Megaphone, value: active },
    { label: t`Total Campaigns`, icon: FolderOpen, value: campaigns.length },
    { label: t`Total Feedback`, icon: MessageSquareText, value: feedback },
    { label: t`Pending Reviews`, icon: Hourglass, value: fresh, detail: answers },
  ];
  return (
    <StatRow>
      {stats.map(({ value, ...stat }) => (
        <StatCard key={stat.label} {...stat} value={<Count value={value} />} />
      ))}
    </StatRow>
  );
}

function Content({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { org_id: orgId } = useOrganization();
  const today = useToday();
  const recent = useQueryOr(recentReports(orgId, RECENT), null);
  const active = campaigns.filter((c) => shownStatus(c, today) === "active");
  const published = campaigns.some((c) => c.status !== "draft");
  const manages = useCan("manage");
  const apps = useQueryOr(appsOfOrganization(useOrganization().org_id), []);
  return (
    <>
      {!published && manages && <GettingStarted draft={campaigns[0] ?? null} withoutApp={apps.length === 0} />}
      {(published || active.length > 0) && <ActiveCampaigns campaigns={active} />}
      {published && recent !== null && <RecentFeedback reports={recent} />}
    </>
  );
}
