// Texts for failed calls: a rate limit names the action and its limit, a busy server does not.
import { expect, test } from "vitest";
import { inviteFailure } from "../../../src/features/campaigns/invitation-labels.ts";
import { organizationFailure } from "../../../src/features/common/organization-failures.ts";
import { invitationFailure } from "../../../src/features/organizations/labels.ts";
import { failureText } from "../../../src/features/sync/failures.ts";
import { failureOfResponse } from "../../../sync/transport/errors.ts";

const limited = failureOfResponse(429, { code: "PT429", details: "rate_limited", message: "Too many." }, null);
const busy = failureOfResponse(503, { code: "PGRST003", details: null, message: "Timed out." }, null);

test("a rate limit names the repeated action, even if the device would retry", () => {
  expect(limited.type).toBe("retry");
  expect(inviteFailure(limited).message).toMatch(/^Too many invitations were sent today/);
  expect(organizationFailure(limited).message).toMatch(/^Too many invitations were sent\. /);
  expect(invitationFailure(limited).message).toMatch(/^Too many attempts/);
  expect(failureText(limited).message).toMatch(/^Too many attempts/);
});

test("a busy server is reported as busy", () => {
  for (const textOf of [inviteFailure, organizationFailure, invitationFailure, failureText])
    expect(textOf(busy).message).toMatch(/^The server is busy/);
});
