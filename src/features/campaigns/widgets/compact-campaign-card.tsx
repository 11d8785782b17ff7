import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { CampaignCard } from "#sync/schema/catalog.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Card, CardLink, wholeCard } from "#ui/card.tsx";
import { AppIcon, faceOf } from "../../catalog/widgets/app-icon.tsx";
import { platformLabel } from "../../common/campaign-labels.ts";
import { spotsRemaining } from "../../common/campaign-rules.ts";
import type { Because } from "../offers.ts";
import { AcceptsInstantly } from "./accepts-instantly.tsx";
import { Reasons } from "./reasons.tsx";
import { RewardOffer } from "./reward-offer.tsx";
import { TimeLeft } from "./time-left.tsx";
import { Work } from "./work.tsx";

interface CompactCampaignCardProps {
  campaign: CampaignCard;
  because: readonly Because[];
  earned: Reward | undefined;
  /** The state of the tester's application. */
  status: ReactNode;
}

/** A campaign in few lines, for long lists on phones. */
export function CompactCampaignCard({ campaign, because, earned, status }: CompactCampaignCardProps) {
  const { t } = useLingui();
  return (
    <Card className="relative flex gap-3 p-3! md:p-3!">
      <AppIcon app={faceOf(campaign, campaign.icon_path)} size="sm" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="text-base">
          <CardLink
            to="/tester/tests/$campaignId"
            params={{ campaignId: campaign.id }}
            className={`${wholeCard} line-clamp-2`}
          >
            {campaign.title}
          </CardLink>
        </h2>
        <RewardOffer campaign={campaign} earned={earned} />
        <p className="text-muted text-sm">
          <TimeLeft campaign={campaign} /> · {t(platformLabel[campaign.platform])}
          <Work campaign={campaign} />
        </p>
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {status ?? <AcceptsInstantly campaign={campaign} state={spotsRemaining(campaign) === 0 ? "full" : "open"} />}
          <Reasons because={because} />
        </div>
      </div>
    </Card>
  );
}
