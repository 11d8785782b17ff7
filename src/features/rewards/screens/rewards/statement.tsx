import { useLingui } from "@lingui/react/macro";
import { ReportLink } from "#features/common/widgets/report-link.tsx";
import { formatMonth } from "#i18n/format.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { rewardSource } from "../../labels.ts";
import { RewardStatus } from "../../widgets/reward-badges.tsx";
import { byMonth, sums } from "./months.ts";

export function Statement({ rewards }: { rewards: readonly Reward[] }) {
  const { i18n } = useLingui();
  // The browser renders only the visible months of a long list.
  const many = rewards.length > 100;
  return byMonth(rewards).map(([month, list]) => (
    <Section
      key={month}
      title={<span className="inline-block first-letter:uppercase">{formatMonth(`${month}-01`, i18n.locale)}</span>}
      action={
        <span className="flex gap-3 pe-4 font-semibold md:pe-5">
          {sums(list).map(([currency, cents]) => (
            <Money key={currency} cents={cents} currency={currency} />
          ))}
        </span>
      }
      className="gap-2"
    >
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm">
        {list.map((reward) => (
          <li
            key={reward.id}
            data-row
            className={cx(many && "[contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]")}
          >
            <RewardLine reward={reward} />
          </li>
        ))}
      </ul>
    </Section>
  ));
}

function RewardLine({ reward }: { reward: Reward }) {
  const { t } = useLingui();
  return (
    <ReportLink campaignId={reward.campaign_id} reportId={reward.feedback_id}>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{reward.campaign_title}</span>
        <span className="block text-muted text-sm">
          {t(rewardSource(reward))} · <DateText value={reward.earned_at} />
        </span>
      </span>
      <span className="flex items-center gap-x-6 gap-y-1 max-sm:flex-col-reverse max-sm:items-end">
        <RewardStatus status={reward.status} />
        <span
          className={cx("text-end sm:min-w-24", reward.status === "void" ? "text-muted line-through" : "font-semibold")}
        >
          <Money cents={reward.amount_cents} currency={reward.currency} />
        </span>
      </span>
    </ReportLink>
  );
}
