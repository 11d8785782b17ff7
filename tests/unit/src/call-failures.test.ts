// What a person reads when a call is refused because of a rate limit of SQL: the limit, in the
// words of what they did; and no such words when the server is merely busy.
import { expect, test } from "vitest";
import { inviteFailure } from "../../../src/features/campaigns/invitation-labels.ts";
import { invitationFailure, organizationFailure } from "../../../src/features/organizations/labels.ts";
import { failureText } from "../../../src/features/sync/failures.ts";
import { failureOfResponse } from "../../../sync/transport/errors.ts";

const limited = failureOfResponse(429, { code: "PT429", details: "rate_limited", message: "Too many." }, null);
const busy = failureOfResponse(503, { code: "PGRST003", details: null, message: "Timed out." }, null);

test("a rate limit is told as what was done too often, also though the device would try again", () => {
  expect(limited.type).toBe("retry");
  expect(inviteFailure(limited).message).toMatch(/^Too many invitations were sent today/);
  expect(organizationFailure(limited).message).toMatch(/^Too many invitations were sent\. /);
  expect(invitationFailure(limited).message).toMatch(/^Too many attempts/);
  expect(failureText(limited).message).toMatch(/^Too many attempts/);
});

test("a busy server is told as a busy server", () => {
  for (const textOf of [inviteFailure, organizationFailure, invitationFailure, failureText])
    expect(textOf(busy).message).toMatch(/^The server is busy/);
});
