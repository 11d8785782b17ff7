// Texts for rejected calls about organizations.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CallFailure } from "#sync/transport/result.ts";
import { failureText, rejectionCode } from "../sync/failures.ts";

/** Errors of organization calls that need a more specific text than the general one. */
export function organizationFailure(failure: CallFailure): MessageDescriptor {
  switch (rejectionCode(failure)) {
    case "duplicate":
      return msg`This person is already a member.`;
    case "missing_parent":
      return msg`This person is no longer a member.`;
    case "not_allowed":
      return msg`Your role in this organization does not allow this.`;
    case "wrong_state":
      return msg`This invitation has already been accepted or withdrawn.`;
    case "too_many":
      return msg`The limit is reached: a person can be in 20 organizations, and an organization can have 1,000 members and invitations.`;
    case "rate_limited":
      return msg`Too many invitations were sent. Please try again later.`;
    default:
      return failureText(failure);
  }
}

/** Errors of blocking and unblocking. */
export function blockFailure(failure: CallFailure): MessageDescriptor {
  switch (rejectionCode(failure)) {
    case "missing_parent":
      return msg`This organization no longer has anything that you could see.`;
    case "too_many":
      return msg`You can block 200 organizations. Unblock another one first.`;
    case "rate_limited":
      return msg`That was a lot of changes at once. Please try again in an hour.`;
    default:
      return failureText(failure);
  }
}
