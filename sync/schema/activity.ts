// The admins' activity log: who changed what, with values before and after. Only the server writes
// it.
import * as v from "valibot";
import { id, line, replicated } from "./fields.ts";

export const activity = v.object({
  id,
  actor_id: v.nullable(id),
  actor_name: line(120),
  action: line(80),
  target_type: line(40),
  target_id: v.nullable(id),
  details: v.record(v.string(), v.unknown()),
  is_sample: v.boolean(),
  ...replicated,
});
/** The columns of an entry that admins see. */
export const activityEntry = v.pick(activity, [
  ...(["id", "actor_id", "actor_name", "action"] as const),
  ...(["target_type", "target_id", "details", "created_at"] as const),
]);
export type ActivityEntry = v.InferOutput<typeof activityEntry>;
