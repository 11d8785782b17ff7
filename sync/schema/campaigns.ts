// A developer's beta test, as testers browse it. What only accepted testers may read is in
// `briefs`.
import * as v from "valibot";
import { cents, currency, day, id, instant, integer, replicated, text } from "./fields.ts";
import { campaignStatuses, categories, platforms } from "./values.ts";

const campaignStatus = v.picklist(campaignStatuses);
/**
 * Who sees it besides its organization and those who have applied: every tester, whoever has its
 * address, or invited people only.
 */
export const campaignVisibility = v.picklist(["public", "unlisted", "private"]);
export const platform = v.picklist(platforms);
export const rewardModel = v.picklist(["testing", "downloading", "suggestions"]);
export const category = v.picklist(categories);

/**
 * A screening question. `pass` lists the answers that automatic selection accepts; empty: any. The
 * server sends it to the campaign's developer and admins; elsewhere it is empty.
 */
export const screeningQuestion = v.object({
  id,
  question: text(300),
  kind: v.picklist(["yes_no", "choice", "text"]),
  options: v.array(text(120)),
  pass: v.array(text(120)),
  required: v.boolean(),
});

/** V4. Both sides hold these numbers; the bridge test compares them. */
export const campaignLimits = { title: { min: 5, max: 120 }, description: { min: 20, max: 5000 } } as const;

export const effortLimits = { min: 5, max: 480 } as const;

/** How long a test takes. */
export const effortMinutes = integer(effortLimits.min, effortLimits.max);

export const campaigns = v.object({
  id,
  /** The organization that it belongs to; `developer_id` is its author. */
  org_id: id,
  developer_id: id,
  developer_name: text(120),
  app_id: v.nullable(id),
  title: text(campaignLimits.title.max),
  description: text(campaignLimits.description.max),
  category,
  platform,
  start_date: day,
  end_date: day,
  max_testers: integer(1, 10_000),
  /** What one tester needs, as the developer thinks; null: not said. */
  effort_minutes: v.nullable(effortMinutes),
  reward_model: rewardModel,
  reward_amount_cents: cents,
  currency,
  requirements: text(2000),
  auto_select: v.boolean(),
  /** Testers are reminded of what they have not done. */
  reminders: v.boolean(),
  screening: v.array(screeningQuestion),
  agreement: text(20_000),
  agreement_version: integer(),
  review_days: integer(1, 60),
  status: campaignStatus,
  visibility: campaignVisibility,
  published_at: v.nullable(instant),
  completed_at: v.nullable(instant),
  testers_joined: integer(),
  feedback_count: integer(),
  new_feedback_count: integer(),
  progress: integer(0, 100),
  /** An admin hid it: lists leave it out. */
  hidden: v.boolean(),
  is_sample: v.boolean(),
  ...replicated,
});
export type Campaign = v.InferOutput<typeof campaigns>;
