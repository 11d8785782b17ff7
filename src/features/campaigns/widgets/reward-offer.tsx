import { Trans, useLingui } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { cx } from "#ui/cx.ts";
import { Money } from "#ui/formatted-values.tsx";
import { karmaLabel } from "../../common/account-labels.ts";
import { whatPays } from "../../common/campaign-labels.ts";

interface RewardOfferProps {
  campaign: Pick<Campaign, "reward_amount_cents" | "currency" | "reward_model" | "required_tasks">;
  large?: boolean;
  /** The only reward, which the tester has: nothing more is offered (`onlyReward`). */
  earned?: Reward | undefined;
  /** False if the tester can send no more reports. */
  takesReports?: boolean;
}

export function RewardOffer({ campaign, large = false, earned, takesReports = true }: RewardOfferProps) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const amount = cx("font-semibold tracking-tight", large ? "text-3xl" : "text-reward");
  if (earned) {
    return (
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={amount}>
          <Trans>
            <Money cents={earned.amount_cents} currency={earned.currency} /> earned
          </Trans>
        </span>
        {takesReports && (
          <span className="text-muted text-sm">
            <Trans>More reports bring {karma}.</Trans>
          </span>
        )}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className={amount}>
        <span className="sr-only">{t`Reward`}: </span>
        <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
      </span>
      <span className="text-muted text-sm">{t(whatPays(campaign))}</span>
    </p>
  );
}
