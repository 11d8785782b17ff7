import { Trans, useLingui } from "@lingui/react/macro";
import { Clock } from "lucide-react";
import { type Because, reasonsFor } from "#features/campaigns/offers.ts";
import { useOnlyReward } from "#features/campaigns/use-only-reward.ts";
import { PayPerHour } from "#features/campaigns/widgets/pay-per-hour.tsx";
import { Reasons } from "#features/campaigns/widgets/reasons.tsx";
import { RewardOffer } from "#features/campaigns/widgets/reward-offer.tsx";
import { TimeLeft } from "#features/campaigns/widgets/time-left.tsx";
import { categoryLabel } from "#features/common/campaign-labels.ts";
import { hasEnded, useToday } from "#features/common/campaign-rules.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { TextLink } from "#ui/button.tsx";

interface OfferProps {
  campaign: Campaign;
  /** True if the tester can send reports. */
  takesReports?: boolean;
}

function useReasons(campaign: Campaign): Because[] {
  const { t } = useLingui();
  const profile = useQueryOr(profileById(usePerson().id), null);
  return reasonsFor(campaign, profile, new Map(), (category) => t(categoryLabel[category]));
}

export function Offer({ campaign, takesReports = false }: OfferProps) {
  const reasons = useReasons(campaign);
  const earned = useOnlyReward()(campaign.id);
  const ended = hasEnded(campaign, useToday());
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <RewardOffer campaign={campaign} large earned={earned} takesReports={takesReports} />
      {earned && (
        <TextLink to="/tester/rewards">
          <Trans>View my rewards</Trans>
        </TextLink>
      )}
      <p className="flex items-center gap-1.5 font-medium">
        <Clock aria-hidden className="size-4 shrink-0 text-muted" />
        <TimeLeft campaign={campaign} />
      </p>
      {!ended && (
        <>
          {!earned && (
            <p className="text-muted">
              <PayPerHour campaign={campaign} />
            </p>
          )}
          <Reasons because={reasons.filter(({ kind }) => kind !== "other_platform")} />
        </>
      )}
    </div>
  );
}

/** Says below Apply Now that the tester has no device of the test's platform. */
export function MissingPlatform({ campaign }: { campaign: Campaign }) {
  return <Reasons because={useReasons(campaign).filter(({ kind }) => kind === "other_platform")} />;
}
