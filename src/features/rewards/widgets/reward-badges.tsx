import { useLingui } from "@lingui/react/macro";
import type { Payout } from "../../../../sync/schema/payouts.ts";
import type { Reward } from "../../../../sync/schema/rewards.ts";
import { Badge } from "../../../ui/badge.tsx";
import { payoutStatusLabel, payoutTone, rewardStatusLabel, rewardTone } from "../labels.ts";

export function RewardStatus({ status }: { status: Reward["status"] }) {
  const { t } = useLingui();
  return <Badge tone={rewardTone[status]}>{t(rewardStatusLabel[status])}</Badge>;
}

export function PayoutStatus({ status }: { status: Payout["status"] }) {
  const { t } = useLingui();
  return <Badge tone={payoutTone[status]}>{t(payoutStatusLabel[status])}</Badge>;
}
