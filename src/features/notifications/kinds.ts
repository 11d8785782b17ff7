// The kinds of notifications in words, and which of them a role ever gets.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { NotificationKind } from "../../../sync/mutations/account.ts";
import type { Role } from "../../state/session.ts";

export const notificationKindLabel: { readonly [K in NotificationKind]: MessageDescriptor } = {
  application_received: msg`A tester applies to your campaign`,
  application_accepted: msg`You are accepted to a test`,
  application_rejected: msg`You were not selected`,
  application_removed: msg`You are removed from a test`,
  feedback_received: msg`A report arrives`,
  feedback_approved: msg`Your report is approved`,
  feedback_rejected: msg`Your report is rejected`,
  changes_requested: msg`Changes to your report are requested`,
  comment_received: msg`Somebody comments on a report`,
  reward_earned: msg`You earn a reward`,
  payout_paid: msg`A payout is paid`,
  payout_failed: msg`A payout fails`,
  campaign_completed: msg`A campaign is completed`,
  role_changed: msg`Your role changes`,
  release_withdrawn: msg`A build you downloaded is withdrawn`,
};

const kinds: { readonly [R in Role]: readonly NotificationKind[] } = {
  tester: [
    "application_accepted",
    "application_rejected",
    "application_removed",
    "changes_requested",
    "feedback_approved",
    "feedback_rejected",
    "comment_received",
    "reward_earned",
    "payout_paid",
    "payout_failed",
    "campaign_completed",
    "release_withdrawn",
    "role_changed",
  ],
  developer: [
    "application_received",
    "feedback_received",
    "comment_received",
    "campaign_completed",
    "release_withdrawn",
    "role_changed",
  ],
  admin: ["release_withdrawn", "role_changed"],
};
export const kindsOf = (role: Role) => kinds[role];
