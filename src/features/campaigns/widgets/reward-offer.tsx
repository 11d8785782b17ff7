import { useLingui } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { cx } from "#ui/cx.ts";
import { Money } from "#ui/formatted-values.tsx";
import { rewardFor } from "../../common/campaign-labels.ts";

interface RewardOfferProps {
  campaign: Pick<Campaign, "reward_amount_cents" | "currency" | "reward_model">;
  large?: boolean;
}

export function RewardOffer({ campaign, large = false }: RewardOfferProps) {
  const { t } = useLingui();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={cx("font-semibold tracking-tight", large ? "text-3xl" : "text-reward")}>
        <span className="sr-only">{t`Reward`}: </span>
        <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
      </span>
      <span className="text-muted text-sm">{t(rewardFor[campaign.reward_model])}</span>
    </p>
  );
}
