import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Payout } from "#sync/schema/payouts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import { rewardModelLabel } from "../common/campaign-labels.ts";

export const [rewardStatusLabel, rewardTone] = labelsAndTones<Reward["status"]>({
  earned: [msg`Earned`, "info"],
  requested: [msg`Payout requested`, "caution"],
  paid: [msg`Paid`, "positive"],
  void: [msg`Void`, "neutral"],
});

/** What earned the reward. */
export const rewardSource = ({ model, feedback_id }: Pick<Reward, "model" | "feedback_id">): MessageDescriptor =>
  feedback_id === null ? msg`Required tasks` : rewardModelLabel[model];

export const [payoutStatusLabel, payoutTone] = labelsAndTones<Payout["status"]>({
  requested: [msg`Requested`, "caution"],
  paid: [msg({ message: "Paid", context: "payout" }), "positive"],
  failed: [msg`Failed`, "danger"],
});
