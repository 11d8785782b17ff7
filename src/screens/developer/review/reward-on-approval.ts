// What an approval will pay, as far as this device can tell. The server alone decides and pays once (decisions.md).
import type { Campaign } from "../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../sync/schema/feedback.ts";
import type { Reward } from "../../../../sync/schema/rewards.ts";

export type RewardOnApproval = "pays" | "paid_already" | "only_suggestions" | "if_first_on_release";

export function rewardOnApproval(
  campaign: Pick<Campaign, "reward_model">,
  report: Feedback,
  reports: readonly Feedback[],
  rewards: readonly Reward[],
): RewardOnApproval {
  if (campaign.reward_model === "suggestions") return report.type === "feature" ? "pays" : "only_suggestions";
  if (campaign.reward_model === "downloading") return "if_first_on_release";
  const approvedBefore = reports.some(
    (r) => r.id !== report.id && r.tester_id === report.tester_id && r.status === "approved",
  );
  return approvedBefore || rewards.some((r) => r.tester_id === report.tester_id) ? "paid_already" : "pays";
}
