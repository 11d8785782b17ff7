// Words of inviting testers, and of the links that they open.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TesterInvitation } from "../../../sync/schema/campaign-functions.ts";
import type { CallFailure } from "../../../sync/transport/result.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";
import { failureText } from "../sync/failures.ts";
import type { ListedAddress } from "./address-list.ts";

export const invitationStateLabel: Labels<TesterInvitation["state"]> = {
  sent: msg({ message: "Sent", context: "invitation" }),
  joined: msg({ message: "Joined", context: "invitation" }),
  expired: msg({ message: "Expired", context: "invitation" }),
  revoked: msg({ message: "Withdrawn", context: "invitation" }),
};

export const invitationStateTone: Tones<TesterInvitation["state"]> = {
  sent: "accent",
  joined: "positive",
  expired: "caution",
  revoked: "neutral",
};

export const addressProblemLabel: Labels<NonNullable<ListedAddress["problem"]>> = {
  invalid: msg`This is not an email address.`,
  twice: msg`This address is in the list twice.`,
  invited: msg`This address has already been invited.`,
  tester: msg`This person already has access to the campaign.`,
  over: msg`A list can have 500 addresses. Invite the others afterwards.`,
};

/** Why testers could not be invited: where the general text would say something else. */
export function inviteFailure(failure: CallFailure): MessageDescriptor {
  if (failure.type !== "refused") return failureText(failure);
  switch (failure.code) {
    case "not_allowed":
      return msg`Your role in this organization does not allow this.`;
    case "campaign_closed":
      return msg`Testers can be invited while a campaign is running.`;
    case "too_many":
      return msg`There is no more room: a campaign can have 20 links and 10,000 open invitations.`;
    case "rate_limited":
      return msg`Too many invitations were sent today. Please try again tomorrow.`;
    default:
      return failureText(failure);
  }
}

/** Why a link does not lead to its test, and what to do. */
export function joinFailure(failure: CallFailure): MessageDescriptor {
  if (failure.type !== "refused") return failureText(failure);
  switch (failure.code) {
    case "missing_parent":
      return msg`This link no longer works: it has expired, was withdrawn, or everybody it was meant for has used it. Ask the person who sent it for another one. If you have used it before, log in: the test is among your available tests.`;
    case "forbidden":
      return msg`This invitation is for another email address, or yours is not verified yet. Log in with the invited address, or open the link in our message to verify it.`;
    case "not_allowed":
      return msg`Tests are for testers. Log out and log in with a tester account.`;
    default:
      return failureText(failure);
  }
}
