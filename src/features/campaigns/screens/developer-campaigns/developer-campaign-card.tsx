import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { EyeOff, UserCheck } from "lucide-react";
import { shownStatus, useToday } from "#features/common/campaign-rules.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "#features/sync/widgets/rejected-change-notice.tsx";
import type { RejectedChange } from "#sync/queries/outbox.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Card, CardLink } from "#ui/card.tsx";
import { Menu } from "#ui/menu.tsx";
import { CampaignFacts } from "../../widgets/campaign-facts.tsx";
import { CampaignStatus, CampaignVisibility } from "../../widgets/campaign-status.tsx";
import { moreItems } from "../../widgets/more-items.tsx";
import { OwnCampaignIcon } from "../../widgets/own-campaign-icon.tsx";
import { type CampaignActions, useCampaignActions } from "../../widgets/use-campaign-actions.tsx";
import { MainActions } from "./main-actions.tsx";

interface OwnCampaignCardProps {
  campaign: Campaign;
  fresh: number;
  applicants: number;
  rejectedChange?: RejectedChange | undefined;
}

export function OwnCampaignCard({ campaign, fresh, applicants, rejectedChange }: OwnCampaignCardProps) {
  const actions = useCampaignActions(campaign);
  const today = useToday();
  const status = shownStatus(campaign, today);
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        <OwnCampaignIcon campaign={campaign} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="flex flex-wrap gap-1.5">
            <CampaignStatus status={status} />
            <CampaignVisibility campaign={campaign} />
          </div>
          <h2 className="text-base">
            <CardLink to="/developer/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
              {campaign.title}
            </CardLink>{" "}
            <PendingBadge row={campaign} />
          </h2>
        </div>
        <More campaign={campaign} actions={actions} applicants={applicants} />
      </div>
      <p className="line-clamp-2 text-muted text-sm">{campaign.description}</p>
      {status === "draft" && (
        <p className="flex items-start gap-2 text-sm">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <Trans>This campaign is unpublished. Testers can't see it yet.</Trans>
        </p>
      )}
      <CampaignFacts campaign={campaign} fresh={fresh} withProgress={status !== "draft"} />
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      <div className="mt-auto flex flex-col gap-2 border-line border-t pt-4">
        <MainActions campaign={campaign} status={status} actions={actions} />
      </div>
      {actions.dialog}
    </Card>
  );
}

interface MoreProps {
  campaign: Campaign;
  actions: CampaignActions;
  applicants: number;
}

function More({ campaign, actions, applicants }: MoreProps) {
  const { t } = useLingui();
  const { title } = campaign;
  const items = moreItems(actions);
  return (
    <div className="-me-2 -mt-1 flex items-center">
      {applicants > 0 && (
        <Link
          to="/developer/campaigns/$campaignId"
          params={{ campaignId: campaign.id }}
          search={{ tab: "applicants", applicants: "pending" }}
          title={t`Applicants waiting for an answer`}
          className="tap inline-flex items-center gap-1.5 rounded-md px-2 font-semibold text-accent text-sm tabular-nums hover:bg-sunken"
        >
          <UserCheck aria-hidden className="size-5" />
          {applicants}
          <span className="sr-only">
            <Trans>applicants waiting for an answer</Trans>
          </span>
        </Link>
      )}
      {items.length > 0 && <Menu label={t`More actions for ${title}`} items={items} />}
    </div>
  );
}
