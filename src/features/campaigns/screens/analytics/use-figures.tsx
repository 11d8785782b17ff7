// The four figures of a campaign and how far its people came: for the analytics and for the
// summary.
import { useLingui } from "@lingui/react/macro";
import { ClockArrowUp, Coins, MessageSquareText, Timer } from "lucide-react";
import { releasesOf } from "../../../../../sync/queries/releases.ts";
import { rewardsOfCampaign } from "../../../../../sync/queries/rewards.ts";
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import type { Release } from "../../../../../sync/schema/releases.ts";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { useQueryOr } from "../../../../state/query.ts";
import { Count, Money } from "../../../../ui/formatted-values.tsx";
import { useDuration } from "../../../../ui/use-duration.ts";
import { useNow } from "../../../../ui/use-now.ts";
import { contributionsOf, summaryOf } from "../../summary.ts";
import {
  costPerApproved,
  funnel,
  funnelSteps,
  lastWeeks,
  rewardsOf,
  timeToAnswer,
  timeToFirstReport,
} from "./figures.ts";
import { stepName } from "./funnel.tsx";

const NO_REWARDS: Reward[] = [];
const NO_RELEASES: Release[] = [];

export interface CampaignRows {
  campaign: Campaign;
  reports: readonly Feedback[];
  applications: readonly Application[];
  /** The one that the reports name, by id, or "none"; undefined: the reports of all builds. */
  build?: string | undefined;
}

/** What the reports earned; what other builds cost counts only without a chosen one. */
function useRewards({ campaign, reports, build }: CampaignRows): readonly Reward[] {
  const rewards = useQueryOr(rewardsOfCampaign(campaign.id), NO_REWARDS);
  return build ? rewardsOf(reports, rewards) : rewards;
}

/** What the summary of these rows shows, on the screen and on paper. */
export function useSummary(rows: CampaignRows) {
  const { t } = useLingui();
  const { counts, figures } = useFigures(rows);
  const rewards = useRewards(rows);
  const releases = useQueryOr(releasesOf(rows.campaign.app_id ?? ""), NO_RELEASES);
  const version = releases.find(({ id }) => id === rows.build)?.version;
  return {
    build: rows.build === "none" ? t`No build named` : version,
    summary: summaryOf({ ...rows, rewards, releases }),
    figures,
    steps: funnelSteps.map((step) => ({ label: t(stepName[step]), value: <Count value={counts[step]} /> })),
    people: contributionsOf(rows.reports),
  };
}

export function useFigures(rows: CampaignRows) {
  const { campaign, reports, applications } = rows;
  const { t } = useLingui();
  const duration = useDuration();
  const cost = costPerApproved(reports, useRewards(rows));
  const { last, before } = lastWeeks(reports, useNow());
  return {
    counts: funnel(applications, reports),
    figures: [
      {
        label: t`Reports`,
        icon: MessageSquareText,
        value: <Count value={reports.length} />,
        ...(last + before > 0 && { detail: t`${last} in the last 7 days, ${before} in the 7 days before` }),
      },
      {
        label: t`Time to first report`,
        icon: Timer,
        value: duration(timeToFirstReport(applications, reports)),
        detail: t`median, after acceptance`,
      },
      {
        label: t`Time to answer`,
        icon: ClockArrowUp,
        value: duration(timeToAnswer(reports)),
        detail: t`median, after receipt`,
      },
    ],
    /** The summary has a line of its own for it. */
    cost: {
      label: t`Cost per approved report`,
      icon: Coins,
      value: cost === null ? "–" : <Money cents={cost} currency={campaign.currency} />,
    },
  };
}
