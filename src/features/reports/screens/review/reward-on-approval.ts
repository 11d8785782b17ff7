// Estimates the rewards of approvals. The server decides the real rewards.
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Reward } from "#sync/schema/rewards.ts";

export type RewardOnApproval = "pays" | "paid_already" | "only_suggestions" | "if_downloaded";

/**
 * Rewards of these reports if they are approved in this order. Earlier rewards reduce later ones.
 */
export function rewardsOnApproval(
  campaign: Pick<Campaign, "reward_model">,
  reports: readonly Feedback[],
  all: readonly Feedback[],
  rewards: readonly Reward[],
): RewardOnApproval[] {
  if (campaign.reward_model === "suggestions")
    return reports.map((r) => (r.type === "feature" ? "pays" : "only_suggestions"));
  // Each tester gets one reward, or one per release.
  const perRelease = campaign.reward_model === "downloading";
  const subject = (r: Feedback) => (perRelease ? `${r.tester_id}|${r.release_id}` : r.tester_id);
  const byId = new Map(all.map((r) => [r.id, r]));
  const chosen = new Set(reports.map((r) => r.id));
  const earned = new Set<string>();
  for (const r of all) if (!perRelease && r.status === "approved" && !chosen.has(r.id)) earned.add(subject(r));
  for (const { feedback_id, tester_id } of rewards) {
    const about = byId.get(feedback_id ?? "");
    if (about) earned.add(subject(about));
    else if (!perRelease) earned.add(tester_id);
  }
  return reports.map((report) => {
    if (earned.has(subject(report))) return "paid_already";
    earned.add(subject(report));
    return perRelease ? "if_downloaded" : "pays";
  });
}

export interface Payment {
  cents: number;
  paid: number;
  free: number;
  /** True when only the server knows whether a build was downloaded: the sum is an upper bound. */
  atMost: boolean;
}

export function paymentOf(
  campaign: Pick<Campaign, "reward_amount_cents">,
  outcomes: readonly RewardOnApproval[],
): Payment {
  const paid = outcomes.filter((o) => o === "pays" || o === "if_downloaded").length;
  return {
    cents: paid * campaign.reward_amount_cents,
    paid,
    free: outcomes.length - paid,
    atMost: outcomes.includes("if_downloaded"),
  };
}
