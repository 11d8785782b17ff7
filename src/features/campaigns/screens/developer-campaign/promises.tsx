// What the campaign says to testers, as published: for reading, not for changing.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { Chip } from "../../../../ui/badge.tsx";
import { cx } from "../../../../ui/cx.ts";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { categoryLabel, platformLabel, rewardModelLabel } from "../../labels.ts";
import { requirementsOf } from "../../rules.ts";

export function Promises({ campaign, wide }: { campaign: Campaign; wide: boolean }) {
  const { t } = useLingui();
  const requirements = requirementsOf(campaign);
  return (
    <section className={cx("flex min-w-0 flex-col gap-4", wide && "lg:col-span-2 lg:max-w-3xl")}>
      <h2 className="text-lg">
        <Trans>About this campaign</Trans>
      </h2>
      <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
      <dl className="flex flex-col divide-y divide-line border-line border-y text-sm">
        <Line label={t`Dates`}>
          <DateText value={campaign.start_date} absolute /> – <DateText value={campaign.end_date} absolute />
        </Line>
        <Line label={t`Category`}>{t(categoryLabel[campaign.category])}</Line>
        <Line label={t`Platform`}>{t(platformLabel[campaign.platform])}</Line>
        <Line label={t`Reward`}>
          <Money cents={campaign.reward_amount_cents} currency={campaign.currency} /> ·{" "}
          {t(rewardModelLabel[campaign.reward_model])}
        </Line>
        <Line label={t`Number of testers`}>{campaign.max_testers}</Line>
        <Line label={t`Selection`}>{campaign.auto_select ? t`Automatic` : t`You choose`}</Line>
        <Line label={t`Questions`}>{campaign.screening.length}</Line>
        <Line label={t`Agreement`}>
          {campaign.agreement === "" ? <Trans>None</Trans> : <Trans>Version {campaign.agreement_version}</Trans>}
        </Line>
        <Line label={t`Answers within`}>
          <Plural value={campaign.review_days} one="# day" other="# days" />
        </Line>
      </dl>
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

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="text-muted">{label}</dt>
    <dd className="text-end font-medium">{children}</dd>
  </div>
);
