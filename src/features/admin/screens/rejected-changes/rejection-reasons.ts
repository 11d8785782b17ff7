// Short rejection reasons for admins, also used as filter options. Users see other texts
// (`features/sync/failures.ts`).
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { RejectionCode } from "#sync/schema/rejections.ts";

const reasons: { readonly [C in RejectionCode]: MessageDescriptor } = {
  not_allowed: msg`Change not allowed`,
  forbidden: msg`Belongs to somebody else`,
  wrong_state: msg`Changed in the meantime`,
  campaign_full: msg`Campaign full`,
  campaign_closed: msg`Campaign closed`,
  not_accepted: msg`Tester not accepted`,
  too_early: msg`Campaign not started`,
  too_late: msg`Reporting period over`,
  missing_parent: msg`Related item missing`,
  missing_rating: msg`Rating missing`,
  text_frozen: msg`Report already submitted`,
  reason_required: msg`Reason missing`,
  usefulness_required: msg`Usefulness missing`,
  suspended: msg`Account suspended`,
  inactive: msg`Account not active`,
  invalid: msg`Value not accepted`,
  duplicate: msg`Already exists`,
  spots_limit: msg`Too many testers`,
  agreement_required: msg`Agreement not accepted`,
  answer_required: msg`Required answer missing`,
  no_rewards: msg`Nothing to pay out`,
  no_paypal: msg`PayPal address missing`,
  release_required: msg`No published release`,
  quota: msg`Storage full`,
  too_large: msg`Too large`,
  damaged: msg`File damaged`,
  last_owner: msg`Last owner`,
  too_many: msg`Too many`,
  daily_limit: msg`Too many in a day`,
  not_a_reviewer: msg`Assignee is not a reviewer`,
  unknown_collection: msg`Outdated app version`,
  registration_closed: msg`Registration closed`,
  rate_limited: msg`Too many attempts`,
  internal: msg`Server error`,
  maintenance: msg`Maintenance`,
};

const isKnown = (code: string): code is RejectionCode => code in reasons;

/** Fallback for codes of a newer server; the code itself is always shown. */
export const reasonText = (code: string): MessageDescriptor => (isKnown(code) ? reasons[code] : msg`Another reason`);
