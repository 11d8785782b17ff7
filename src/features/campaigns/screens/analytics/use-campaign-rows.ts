import { type QueryState, useQuery } from "#state/query.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import { reportsToReview } from "#sync/queries/feedback.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import { rewardsOfCampaign } from "#sync/queries/rewards.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { CampaignRows } from "../../summary.ts";

/** Waits for all queries, to avoid layout shifts. */
export function useCampaignRows(campaign: Campaign): QueryState<CampaignRows> {
  const reports = useQuery(reportsToReview(campaign.id));
  const applications = useQuery(applicantsOf(campaign.id));
  const rewards = useQuery(rewardsOfCampaign(campaign.id));
  const releases = useQuery(releasesOf(campaign.app_id ?? ""));
  const brief = useQuery(briefById(campaign.id));
  if (reports.state !== "ready") return reports;
  if (applications.state !== "ready") return applications;
  if (rewards.state !== "ready") return rewards;
  if (releases.state !== "ready") return releases;
  if (brief.state !== "ready") return brief;
  return {
    state: "ready",
    data: {
      ...{ campaign, reports: reports.data, applications: applications.data },
      ...{ rewards: rewards.data, releases: releases.data, tasks: brief.data?.tasks ?? [] },
    },
  };
}
