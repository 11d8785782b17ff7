import { type QueryState, useQuery } from "#state/query.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import { rewardsOfCampaign } from "#sync/queries/rewards.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Reward } from "#sync/schema/rewards.ts";

export interface CampaignRows {
  campaign: Campaign;
  reports: readonly Feedback[];
  applications: readonly Application[];
  rewards: readonly Reward[];
  releases: readonly Release[];
}

/** Waits for all queries, to avoid layout shifts. */
export function useCampaignRows(campaign: Campaign): QueryState<CampaignRows> {
  const reports = useQuery(reportsToReview(campaign.id));
  const applications = useQuery(applicantsOf(campaign.id));
  const rewards = useQuery(rewardsOfCampaign(campaign.id));
  const releases = useQuery(releasesOf(campaign.app_id ?? ""));
  if (reports.state !== "ready") return reports;
  if (applications.state !== "ready") return applications;
  if (rewards.state !== "ready") return rewards;
  if (releases.state !== "ready") return releases;
  return {
    state: "ready",
    data: {
      ...{ campaign, reports: reports.data, applications: applications.data },
      ...{ rewards: rewards.data, releases: releases.data },
    },
  };
}
