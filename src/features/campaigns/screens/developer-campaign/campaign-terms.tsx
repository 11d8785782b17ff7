import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { categoryLabel, platformLabel, rewardPer, visibilityLabel } from "#features/common/campaign-labels.ts";
import { requirementsOf } from "#features/common/campaign-rules.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Chip } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { FactLine, FactList } from "#ui/fact.tsx";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { Effort } from "../../widgets/effort.tsx";

export function CampaignTerms({ campaign, wide }: { campaign: Campaign; wide: boolean }) {
  const { t } = useLingui();
  const requirements = requirementsOf(campaign);
  return (
    <section className={cx("flex min-w-0 flex-col gap-4", wide && "lg:col-span-2 lg:max-w-3xl")}>
      <h2 className="text-lg">
        <Trans>About this campaign</Trans>
      </h2>
      <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
      <FactList>
        <FactLine label={t`Dates`}>
          <DateText value={campaign.start_date} absolute /> – <DateText value={campaign.end_date} absolute />
        </FactLine>
        <FactLine label={t`Category`}>{t(categoryLabel[campaign.category])}</FactLine>
        <FactLine label={t`Platform`}>{t(platformLabel[campaign.platform])}</FactLine>
        <FactLine label={t`Reward`}>
          <Money cents={campaign.reward_amount_cents} currency={campaign.currency} />{" "}
          {t(rewardPer[campaign.reward_model])}
        </FactLine>
        <FactLine label={t`Number of testers`}>{campaign.max_testers}</FactLine>
        {campaign.effort_minutes !== null && (
          <FactLine label={t`Time needed`}>
            <Effort minutes={campaign.effort_minutes} />
          </FactLine>
        )}
        <FactLine label={t`Visibility`}>{t(visibilityLabel[campaign.visibility])}</FactLine>
        <FactLine label={t`Selection`}>{campaign.auto_select ? t`Automatic` : t`You choose`}</FactLine>
        <FactLine label={t`Remind testers`}>{campaign.reminders ? t`On` : t`Off`}</FactLine>
        <FactLine label={t`Questions`}>{campaign.screening.length}</FactLine>
        <FactLine label={t`Agreement`}>
          {campaign.agreement === "" ? <Trans>None</Trans> : <Trans>Version {campaign.agreement_version}</Trans>}
        </FactLine>
        <FactLine label={t`Answers within`}>
          <Plural value={campaign.review_days} one="# day" other="# days" />
        </FactLine>
      </FactList>
      {requirements.length > 0 && (
        <ul aria-label={t`Requirements`} className="flex flex-wrap gap-1.5">
          {requirements.map((one) => (
            <li key={one} className="max-w-full">
              <Chip>{one}</Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
