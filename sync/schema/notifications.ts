// A notification for one person. The device creates its text from `kind` and `data`, in the
// person's language.
import * as v from "valibot";
import { id, instant, line, replicated } from "./fields.ts";

export const notificationKind = v.picklist([
  "application_received",
  "application_accepted",
  "application_rejected",
  "application_removed",
  "feedback_received",
  "feedback_approved",
  "feedback_rejected",
  "changes_requested",
  "comment_received",
  "report_assigned",
  "reward_earned",
  "payout_paid",
  "payout_failed",
  "campaign_completed",
  "role_changed",
  "release_withdrawn",
  "release_expired",
  "build_published",
  "issue_fixed",
  "announcement",
  "reminder_build",
  "reminder_report",
  "reminder_check_in",
  "reminder_changes",
  "reminder_retest",
  "reminder_review",
  "waves_ended",
  "campaign_invited",
  "new_tests",
  "device_added",
  "session_ended",
  "results_returned",
]);

export const notifications = v.object({
  id,
  user_id: id,
  kind: notificationKind,
  data: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
  link: line(400),
  read_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Notification = v.InferOutput<typeof notifications>;
