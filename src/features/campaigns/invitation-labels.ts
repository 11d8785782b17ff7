import { msg } from "@lingui/core/macro";
import type { TesterInvitation } from "#sync/schema/campaign-functions.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import { organizationFailure } from "../common/organization-failures.ts";
import { invitationFailure } from "../organizations/labels.ts";
import { failureTexts } from "../sync/failures.ts";
import type { EntryProblem } from "./entry-addresses.ts";

export const [invitationStateLabel, invitationStateTone] = labelsAndTones<TesterInvitation["state"]>({
  sent: [msg({ message: "Sent", context: "invitation" }), "accent"],
  joined: [msg({ message: "Joined", context: "invitation" }), "positive"],
  expired: [msg({ message: "Expired", context: "invitation" }), "caution"],
  revoked: [msg({ message: "Withdrawn", context: "invitation" }), "neutral"],
});

export const addressProblemLabel: Labels<EntryProblem> = {
  invalid: msg`This is not an email address.`,
  at: msg`This is not an email address.`,
  missing: msg`There is no email address here.`,
  empty: msg`There is no email address here.`,
  hidden_character: msg`This address contains an invisible character.`,
  space: msg`An email address has no spaces.`,
  character: msg`This address contains a character that is not allowed.`,
  not_ascii: msg`Only letters without accents can come before the @.`,
  dots: msg`This address has a dot too many.`,
  domain: msg`The part after the @ is not a domain such as example.com.`,
  too_long: msg`This address is too long.`,
  twice: msg`This address is in the list twice.`,
  invited: msg`This address has already been invited.`,
  tester: msg`This person already has access to the campaign.`,
  over: msg`A list can have 5,000 addresses. Invite the others afterwards.`,
};

export const inviteFailure = failureTexts(
  {
    campaign_closed: msg`Testers can be invited while a campaign is running.`,
    too_many: msg`The limit is reached: a campaign can have 20 links and 10,000 open invitations.`,
    rate_limited: msg`Too many invitations were sent today. Please try again tomorrow.`,
  },
  organizationFailure,
);

export const sharedSummaryFailure = failureTexts(
  {
    missing_parent: msg`This link no longer works: it has expired or was withdrawn. Ask the person who sent it for another one.`,
  },
  invitationFailure,
);

export const joinFailure = failureTexts(
  {
    missing_parent: msg`This link no longer works: it has expired, was withdrawn, or everybody it was meant for has used it. Ask the person who sent it for another one. If you have used it before, log in: the test is among your available tests.`,
    not_allowed: msg`Tests are for testers. Log out and log in with a tester account.`,
  },
  invitationFailure,
);
