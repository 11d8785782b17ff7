import type { Payout } from "#sync/schema/payouts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { payoutStatusLabel, payoutTone, rewardStatusLabel, rewardTone } from "../labels.ts";

export const RewardStatus = ({ status }: { status: Reward["status"] }) => (
  <StatusBadge status={status} labels={rewardStatusLabel} tones={rewardTone} />
);

export const PayoutStatus = ({ status }: { status: Payout["status"] }) => (
  <StatusBadge status={status} labels={payoutStatusLabel} tones={payoutTone} />
);
