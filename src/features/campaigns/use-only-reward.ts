import { onlyReward, rewardsOfTester } from "#sync/queries/rewards.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";

/** Returns a function that finds the tester's reward of a test that pays only once. */
export function useOnlyReward(): (campaignId: string) => Reward | undefined {
  const rewards = useQueryOr(rewardsOfTester(usePerson().id), []);
  return (campaignId) => onlyReward(rewards, campaignId);
}
