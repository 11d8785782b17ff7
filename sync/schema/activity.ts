// The admins' log: who did what, with values before and after. Written by the server alone.
import * as v from "valibot";
import { id, replicated, text } from "./fields.ts";

export const activity = v.object({
  id,
  actor_id: v.nullable(id),
  actor_name: text(120),
  action: text(80),
  target_type: text(40),
  target_id: v.nullable(id),
  details: v.record(v.string(), v.unknown()),
  is_sample: v.boolean(),
  ...replicated,
});
/** What admins read of an entry. */
export const activityEntry = v.pick(activity, [
  ...(["id", "actor_id", "actor_name", "action"] as const),
  ...(["target_type", "target_id", "details", "created_at"] as const),
]);
export type ActivityEntry = v.InferOutput<typeof activityEntry>;
