// The developer's home: what runs, what is new, what waits for an answer (S14).
import { Trans, useLingui } from "@lingui/react/macro";
import { FolderOpen, Hourglass, Megaphone, MessageSquareText, Plus } from "lucide-react";
import { campaignsOfOrganization } from "../../../../../sync/queries/campaigns.ts";
import { recentReports, reportsWaiting } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useCan, useOrganization } from "../../../../state/organization.ts";
import { useQuery, useQueryOr } from "../../../../state/query.ts";
import { useStatus } from "../../../../state/status.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { Count } from "../../../../ui/formatted-values.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { StatCard, StatRow } from "../../../../ui/stat-card.tsx";
import { shownStatus, useToday } from "../../../campaigns/rules.ts";
import { RoleNotice } from "../../../organizations/widgets/role-notice.tsx";
import { useCommitAbandonedReviews } from "../../../reports/use-commit-abandoned-reviews.ts";
import { ActiveCampaigns } from "./active-campaigns.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { RecentFeedback } from "./recent-feedback.tsx";
import { useWhatWaits, WaitingForYou } from "./waiting-for-you.tsx";

const RECENT = 8;

export function DeveloperDashboard() {
  const { t } = useLingui();
  const { org_id: orgId } = useOrganization();
  const read = useQuery(campaignsOfOrganization(orgId));
  const firstSyncDone = useStatus("firstSyncDone");
  const manages = useCan("manage");
  useCommitAbandonedReviews();
  const campaigns = read.state === "ready" ? read.data : [];
  const waits = useWhatWaits(campaigns);
  const queue = useQuery(reportsWaiting(orgId));
  const failed = read.state === "error" || waits.state === "error";
  const loading = [read, waits, queue].some(({ state }) => state === "loading");
  const waiting = loading || (campaigns.length === 0 && !firstSyncDone);
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
      {/* All at once: how many lines wait decides where everything else stands. */}
      {waiting && !failed && <SkeletonList className="h-40" />}
      {!waiting && waits.state === "ready" && <WaitingForYou {...waits.data} />}
      {!waiting && !failed && <Figures campaigns={campaigns} fresh={queue.state === "ready" ? queue.data.total : 0} />}
      {!waiting && read.state === "ready" && <Content campaigns={campaigns} />}
    </div>
  );
}

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
  return (
    <>
      {!published && manages && <GettingStarted draft={campaigns[0] ?? null} />}
      {(published || active.length > 0) && <ActiveCampaigns campaigns={active} />}
      {published && recent !== null && <RecentFeedback reports={recent} />}
    </>
  );
}
