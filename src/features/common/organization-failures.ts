// Texts for rejected calls about organizations.
import { msg } from "@lingui/core/macro";
import { failureTexts } from "../sync/failures.ts";

/** Errors of organization calls that need a more specific text than the general one. */
export const organizationFailure = failureTexts({
  duplicate: msg`This person is already a member.`,
  missing_parent: msg`This person is no longer a member.`,
  not_allowed: msg`Your role in this organization does not allow this.`,
  wrong_state: msg`This invitation has already been accepted or withdrawn.`,
  too_many: msg`The limit is reached: a person can be in 20 organizations, and an organization can have 1,000 members and invitations.`,
  rate_limited: msg`Too many invitations were sent. Please try again later.`,
});

/** Errors of blocking and unblocking. */
export const blockFailure = failureTexts({
  missing_parent: msg`This organization no longer has anything that you could see.`,
  too_many: msg`You can block 200 organizations. Unblock another one first.`,
  rate_limited: msg`That was a lot of changes at once. Please try again in an hour.`,
});
