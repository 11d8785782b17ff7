// A developer's beta test, as testers browse it. Content for accepted testers only is in `briefs`.
import * as v from "valibot";
import { cents, currency, day, id, instant, integer, line, replicated, text } from "./fields.ts";
import { campaignStatuses, categories, platforms } from "./values.ts";

const campaignStatus = v.picklist(campaignStatuses);
/** Who else sees it: all testers, people with its address, or invited people. */
export const campaignVisibility = v.picklist(["public", "unlisted", "private"]);
export const platform = v.picklist(platforms);
export const rewardModel = v.picklist(["testing", "downloading", "suggestions"]);
export const category = v.picklist(categories);

/**
 * A screening question. `pass` lists the answers that automatic selection accepts; empty: any. The
 * server sends it only to the campaign's developer and admins, and an empty list to others.
 */
export const screeningQuestion = v.object({
  id,
  question: line(300),
  kind: v.picklist(["yes_no", "choice", "text"]),
  options: v.array(line(120)),
  pass: v.array(line(120)),
  required: v.boolean(),
});

/** Limits in characters. SQL has the same numbers; the bridge test compares them. */
export const campaignLimits = { title: { min: 5, max: 120 }, description: { min: 20, max: 5000 } } as const;

export const effortLimits = { min: 5, max: 480 } as const;

export const effortMinutes = integer(effortLimits.min, effortLimits.max);

export const campaigns = v.object({
  id,
  /** The organization that owns it. `developer_id` is the author. */
  org_id: id,
  developer_id: id,
  developer_name: line(120),
  app_id: v.nullable(id),
  title: line(campaignLimits.title.max),
  description: text(campaignLimits.description.max),
  category,
  platform,
  start_date: day,
  end_date: day,
  max_testers: integer(1, 10_000),
  /** The developer's estimate per tester; null if not given. */
  effort_minutes: v.nullable(effortMinutes),
  /** Tasks of new testers, and their minutes; 0 if one has no estimate. Counted by the server. */
  required_tasks: integer(),
  task_minutes: integer(),
  reward_model: rewardModel,
  reward_amount_cents: cents,
  currency,
  requirements: text(2000),
  auto_select: v.boolean(),
  /** True if testers are reminded of missing steps. */
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
  /** Hidden by an admin: lists omit it. */
  hidden: v.boolean(),
  is_sample: v.boolean(),
  ...replicated,
});
export type Campaign = v.InferOutput<typeof campaigns>;
