import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import { CampaignFacts } from "#features/campaigns/widgets/campaign-facts.tsx";
import { OwnCampaignIcon } from "#features/campaigns/widgets/own-campaign-icon.tsx";
import { emptyReviewQueue } from "#features/reports/empty-review-queue.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { useOrganization } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { reportsWaiting } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Card, Section } from "#ui/card.tsx";

const SHOWN = 6;

export function ActiveCampaigns({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useLingui();
  const fresh = useQueryOr(reportsWaiting(useOrganization().org_id), emptyReviewQueue);
  const count = campaigns.length;
  const soonest = [...campaigns].sort((a, b) => a.end_date.localeCompare(b.end_date)).slice(0, SHOWN);
  return (
    <Section
      title={<Trans>Active Campaigns</Trans>}
      action={
        campaigns.length > SHOWN && (
          <TextLink to="/developer/campaigns" search={{ status: "active" }} className="text-sm">
            <Trans>All {count} active campaigns</Trans>
          </TextLink>
        )
      }
    >
      {campaigns.length === 0 ? (
        <SyncedEmptyState
          of={["campaigns"]}
          icon={Megaphone}
          title={<Trans>No campaigns are running</Trans>}
          action={
            <LinkButton to="/developer/campaigns" search={{ status: "draft" }}>
              <Trans>See your drafts</Trans>
            </LinkButton>
          }
        >
          <Trans>Publish a draft or create a new campaign to get feedback.</Trans>
        </SyncedEmptyState>
      ) : (
        <ul aria-label={t`Active Campaigns`} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {soonest.map((campaign) => (
            <li key={campaign.id} data-row className="grid">
              <ActiveCard campaign={campaign} fresh={fresh.byCampaign.get(campaign.id) ?? 0} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function ActiveCard({ campaign, fresh }: { campaign: Campaign; fresh: number }) {
  const link = { to: "/developer/campaigns/$campaignId", params: { campaignId: campaign.id } } as const;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <OwnCampaignIcon campaign={campaign} />
        <h3 className="min-w-0 text-base">
          <Link {...link} className="rounded-sm hover:text-accent hover:underline hover:underline-offset-4">
            {campaign.title}
          </Link>{" "}
          <PendingBadge row={campaign} />
        </h3>
      </div>
      <CampaignFacts campaign={campaign} fresh={fresh} compact />
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <LinkButton {...link} search={{ tab: "feedback" }} size="sm" variant={fresh > 0 ? "soft" : "secondary"}>
          <Trans>View Feedback</Trans>
        </LinkButton>
        <LinkButton {...link} search={{ tab: "applicants" }} size="sm" variant="ghost">
          <Trans>Applicants</Trans>
        </LinkButton>
      </div>
    </Card>
  );
}
