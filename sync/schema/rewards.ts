// Money earned by approved reports and results. Only the server creates and changes rewards.
import * as v from "valibot";
import { rewardModel } from "./campaigns.ts";
import { cents, currency, id, instant, line, replicated } from "./fields.ts";

const rewardStatus = v.picklist(["earned", "requested", "paid", "void"]);

export const rewards = v.object({
  id,
  tester_id: id,
  org_id: id,
  developer_id: id,
  campaign_id: id,
  campaign_title: line(120),
  /** Null if results earned it. */
  feedback_id: v.nullable(id),
  model: rewardModel,
  amount_cents: cents,
  currency,
  status: rewardStatus,
  payout_id: v.nullable(id),
  earned_at: instant,
  is_sample: v.boolean(),
  ...replicated,
});
export type Reward = v.InferOutput<typeof rewards>;
