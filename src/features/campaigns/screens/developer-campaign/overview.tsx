import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ClipboardCheck, EyeOff, Hourglass, MessageSquareText, Percent, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { acceptsTesters, hasEnded, useToday } from "#features/common/campaign-rules.ts";
import type { CampaignSearch } from "#features/common/use-campaign-search.ts";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { takersOf } from "#features/tasks/result-figures.ts";
import { formatPercent } from "#i18n/format.ts";
import { useCan } from "#state/organization.ts";
import { useQuery } from "#state/query.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import { rewardsOfCampaign } from "#sync/queries/rewards.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton } from "#ui/button.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import type { CampaignActions } from "../../widgets/use-campaign-actions.tsx";
import { CampaignBuild } from "./campaign-build.tsx";
import { CampaignTerms } from "./campaign-terms.tsx";
import { EndedBuild, useBuilds } from "./ended-build.tsx";
import { FeedbackSummary } from "./feedback-summary.tsx";

interface OverviewProps {
  campaign: Campaign;
  actions: CampaignActions;
  /** Number of waiting reports, sets of results and applicants. */
  fresh: number;
  sets: number;
  waiting: number;
}

export function Overview({ campaign, actions, fresh, sets, waiting }: OverviewProps) {
  const { i18n, t } = useLingui();
  const today = useToday();
  const reports = useQuery(reportsToReview(campaign.id));
  const rewards = useQuery(rewardsOfCampaign(campaign.id));
  const builds = useBuilds(campaign);
  const reviews = useCan("review", campaign.org_id);
  const draft = campaign.status === "draft";
  const { testers_joined: joined, max_testers: wanted } = campaign;
  if (!builds || reports.state === "loading" || rewards.state === "loading") return <SkeletonList className="h-40" />;
  const known = reports.state === "ready" ? reports.data : [];
  return (
    <div className="flex flex-col gap-8">
      <MissingRows of={["campaigns", "applications", "feedback", "rewards"]} />
      {(draft || campaign.status === "active") && (
        <EndedBuild campaign={campaign} builds={builds} manages={actions.manages} />
      )}
      {draft ? (
        <Notice title={<Trans>This campaign is unpublished</Trans>}>
          <span className="flex items-start gap-2">
            <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
            <Trans>Testers can't see it yet. Publish it when the texts and dates are right.</Trans>
          </span>
        </Notice>
      ) : (
        <>
          {campaign.hidden && !hasEnded(campaign, today) && <Hidden />}
          {campaign.visibility === "unlisted" && acceptsTesters(campaign, today) && <Unlisted />}
          {campaign.visibility === "private" && acceptsTesters(campaign, today) && (
            <Private manages={actions.manages} />
          )}
          {hasEnded(campaign, today) && fresh + sets > 0 && <Unanswered {...{ fresh, sets, reviews }} />}
          <StatRow>
            <StatCard
              label={t`Progress`}
              icon={Percent}
              value={formatPercent(campaign.progress, i18n.locale)}
              detail={<Plural value={wanted} one="of # tester has reported" other="of # testers have reported" />}
            />
            {builds.brief && builds.brief.tasks.length > 0 && <SubmittedSets campaign={campaign} />}
            <StatCard
              label={t`Applicants waiting`}
              icon={UserCheck}
              value={<Count value={waiting} />}
              detail={
                <Trans>
                  {joined} of {wanted} testers joined
                </Trans>
              }
            />
            <StatCard label={t`Total Feedback`} icon={MessageSquareText} value={<Count value={known.length} />} />
            <StatCard label={t`Pending Reviews`} icon={Hourglass} value={<Count value={fresh + sets} />} />
          </StatRow>
        </>
      )}
      <CampaignBuild campaign={campaign} builds={builds} manages={actions.manages} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {!draft && (
          <FeedbackSummary
            campaign={campaign}
            reports={known}
            rewards={rewards.state === "ready" ? rewards.data : []}
          />
        )}
        <CampaignTerms campaign={campaign} wide={draft} />
      </div>
    </div>
  );
}

/** How many testers have submitted the results of the tasks. */
function SubmittedSets({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const applicants = useQuery(applicantsOf(campaign.id));
  const takers = takersOf(applicants.state === "ready" ? applicants.data : []);
  const submitted = takers.filter(({ results_submitted_at }) => results_submitted_at !== null).length;
  return (
    <StatCard
      label={t`Results submitted`}
      icon={ClipboardCheck}
      loading={applicants.state === "loading"}
      value={<Count value={submitted} />}
      detail={<Plural value={takers.length} one="of # tester" other="of # testers" />}
    />
  );
}

function TabLink({ search, children }: { search: CampaignSearch; children: ReactNode }) {
  return (
    <LinkButton size="sm" from="/developer/campaigns/$campaignId/" to="." search={search}>
      {children}
    </LinkButton>
  );
}

/** Notice for unlisted campaigns, which testers reach only by link. */
const Unlisted = () => (
  <Notice title={<Trans>This campaign is unlisted</Trans>}>
    <Trans>It is not listed anywhere. Send the link to the testers who should see it.</Trans>
  </Notice>
);

const Private = ({ manages }: { manages: boolean }) => (
  <Notice
    title={<Trans>This campaign is private</Trans>}
    action={
      manages && (
        <TabLink search={{ tab: "invitations" }}>
          <Trans>Invite testers</Trans>
        </TabLink>
      )
    }
  >
    <Trans>Only testers you invite can see it and apply.</Trans>
  </Notice>
);

const Hidden = () => (
  <Notice tone="caution" title={<Trans>An admin has hidden this campaign</Trans>}>
    <Trans>
      It is not listed, and testers cannot apply or be accepted until it is shown again. Accepted testers keep testing.
    </Trans>
  </Notice>
);

interface UnansweredProps {
  fresh: number;
  sets: number;
  reviews: boolean;
}

function Unanswered({ fresh, sets, reviews }: UnansweredProps) {
  return (
    <Notice
      tone="caution"
      title={<Trans>This campaign is over, but testers are still waiting for your answer</Trans>}
      action={
        reviews && (
          <span className="flex flex-wrap gap-2">
            {fresh > 0 && (
              <TabLink search={{ tab: "feedback", status: "submitted" }}>
                <Plural value={fresh} one="Answer # report" other="Answer # reports" />
              </TabLink>
            )}
            {sets > 0 && (
              <TabLink search={{ tab: "results", sets: "submitted" }}>
                <Plural value={sets} one="Review # set of results" other="Review # sets of results" />
              </TabLink>
            )}
          </span>
        )
      }
    >
      {sets > 0 ? (
        <Trans>Unanswered reports and results are approved automatically on their due date.</Trans>
      ) : (
        <Trans>Unanswered reports are approved automatically on their due date.</Trans>
      )}
    </Notice>
  );
}
