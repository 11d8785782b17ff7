import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarDays, Clock, Coins, MonitorSmartphone, Tag, Users } from "lucide-react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { Fact } from "../../../../ui/fact.tsx";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { categoryLabel, platformLabel, rewardModelHelp } from "../../labels.ts";
import { spotsRemaining } from "../../rules.ts";

/** The public facts of a campaign as one list. */
export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const { testers_joined: joined, max_testers: wanted } = campaign;
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-raised px-4 text-sm shadow-sm">
      <Fact large icon={Coins} label={t`Reward`} detail={t(rewardModelHelp[campaign.reward_model])}>
        <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />
      </Fact>
      <Fact
        large
        icon={CalendarDays}
        label={t`Deadline`}
        detail={
          <Trans>
            Started <DateText value={campaign.start_date} absolute />
          </Trans>
        }
      >
        <DateText value={campaign.end_date} absolute />
      </Fact>
      <Fact
        large
        icon={Users}
        label={t`Testers`}
        detail={
          <Plural
            value={spotsRemaining(campaign)}
            _0="No spots remaining"
            one="# spot remaining"
            other="# spots remaining"
          />
        }
      >
        <Trans>
          {joined} of {wanted} testers joined
        </Trans>
      </Fact>
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
    </dl>
  );
}
