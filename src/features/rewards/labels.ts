import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Payout } from "#sync/schema/payouts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";
import { rewardModelLabel } from "../common/campaign-labels.ts";

export const rewardStatusLabel: Labels<Reward["status"]> = {
  earned: msg`Earned`,
  requested: msg`Payout requested`,
  paid: msg`Paid`,
  void: msg`Void`,
};

/** What earned the reward. */
export const rewardSource = ({ model, feedback_id }: Pick<Reward, "model" | "feedback_id">): MessageDescriptor =>
  feedback_id === null ? msg`Required tasks` : rewardModelLabel[model];

export const payoutStatusLabel: Labels<Payout["status"]> = {
  requested: msg`Requested`,
  paid: msg({ message: "Paid", context: "payout" }),
  failed: msg`Failed`,
};

export const rewardTone: Tones<Reward["status"]> = {
  earned: "info",
  requested: "caution",
  paid: "positive",
  void: "neutral",
};

export const payoutTone: Tones<Payout["status"]> = { requested: "caution", paid: "positive", failed: "danger" };
