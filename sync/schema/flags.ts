// A flag: a complaint to the admins about an app, a campaign or a report.
import * as v from "valibot";
import { id, instant, line, replicated, text } from "./fields.ts";

const flagStatus = v.picklist(["pending", "under_review", "resolved", "dismissed"]);

export const flags = v.object({
  id,
  reporter_id: id,
  reporter_name: line(120),
  content_type: v.picklist(["app", "campaign", "feedback"]),
  content_id: id,
  content_title: line(200),
  reason: text(2000),
  status: flagStatus,
  resolution: text(2000),
  resolved_at: v.nullable(instant),
  /** True while the flagged content is hidden because of this flag. */
  hidden: v.boolean(),
  is_sample: v.boolean(),
  ...replicated,
});
export type Flag = v.InferOutput<typeof flags>;
