// A tester's rewards. Balances are sums over rows, never stored.
import { type Query, rows } from "../database/query.ts";
import type { Reward } from "../schema/rewards.ts";

export const rewardsOfTester = (testerId: string): Query<Reward[]> =>
  rows(`rewardsOfTester|${testerId}`, "rewards", { selector: { tester_id: testerId } }, (list) =>
    list.sort((a, b) => b.earned_at.localeCompare(a.earned_at)),
  );

/** Returns the reward of a campaign that pays once; undefined if unpaid or paid per report. */
export const onlyReward = (rewards: readonly Reward[], campaignId: string): Reward | undefined =>
  rewards.find((r) => r.campaign_id === campaignId && r.model === "testing" && r.status !== "void");

/** Rewards of a campaign's approved reports on this device. */
export const rewardsOfCampaign = (campaignId: string): Query<Reward[]> =>
  rows(`rewardsOfCampaign|${campaignId}`, "rewards", {}, (list) =>
    list.filter((r) => r.campaign_id === campaignId && r.status !== "void"),
  );

export interface RewardTotals {
  currency: Reward["currency"];
  /** Earned and not yet requested. */
  earned: number;
  requested: number;
  paid: number;
  /** Earned, requested or paid, of all time. */
  total: number;
  last30Days: number;
}

/**
 * Sums rewards in cents, per currency. @param now ISO instant from which "last 30 days" counts back
 */
export function rewardTotals(rewards: readonly Reward[], now: string): RewardTotals[] {
  const since = new Date(new Date(now).getTime() - 30 * 86_400_000).toISOString();
  const byCurrency = new Map<string, RewardTotals>();
  for (const r of rewards) {
    if (r.status === "void") continue;
    const t = byCurrency.get(r.currency) ?? {
      currency: r.currency,
      earned: 0,
      requested: 0,
      paid: 0,
      total: 0,
      last30Days: 0,
    };
    t[r.status] += r.amount_cents;
    t.total += r.amount_cents;
    if (r.earned_at >= since) t.last30Days += r.amount_cents;
    byCurrency.set(r.currency, t);
  }
  return [...byCurrency.values()];
}
