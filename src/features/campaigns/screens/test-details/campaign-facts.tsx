import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, Clock, Coins, MonitorSmartphone, Tag, Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { Fact } from "../../../../ui/fact.tsx";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { categoryLabel, platformLabel, rewardModelHelp } from "../../labels.ts";
import { Effort } from "../../widgets/effort.tsx";
import { TimeLeft } from "../../widgets/time-left.tsx";

interface CampaignFactsProps {
  campaign: Campaign;
  /** Where nothing beside it says what the test pays. */
  withReward?: boolean;
  /** Further facts. */
  children?: ReactNode;
}

/** The public facts of a campaign as one list. */
export function CampaignFacts({ campaign, withReward = false, children }: CampaignFactsProps) {
  const { t } = useLingui();
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-raised px-4 text-sm shadow-sm">
      {withReward && (
        <Fact large icon={Coins} label={t`Reward`} detail={t(rewardModelHelp[campaign.reward_model])}>
          <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
        </Fact>
      )}
      <Fact
        large
        icon={CalendarDays}
        label={t`Deadline`}
        detail={
          <>
            <DateText value={campaign.start_date} absolute /> – <DateText value={campaign.end_date} absolute />
          </>
        }
      >
        <TimeLeft campaign={campaign} />
      </Fact>
      {campaign.effort_minutes !== null && (
        <Fact large icon={Timer} label={t`Time needed`} detail={<Trans>The developer's estimate.</Trans>}>
          <span className="inline-block first-letter:uppercase">
            <Effort minutes={campaign.effort_minutes} />
          </span>
        </Fact>
      )}
      <Fact large icon={MonitorSmartphone} label={t`Platform`}>
        {t(platformLabel[campaign.platform])}
      </Fact>
      <Fact large icon={Tag} label={t`Category`}>
        {t(categoryLabel[campaign.category])}
      </Fact>
      <Fact
        large
        icon={Clock}
        label={t`Answer`}
        detail={<Trans>A report without an answer by then counts as approved.</Trans>}
      >
        <Plural value={campaign.review_days} one="Within # day of each report" other="Within # days of each report" />
      </Fact>
      {children}
    </dl>
  );
}
