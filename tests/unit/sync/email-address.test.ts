import * as v from "valibot";
import { expect, test } from "vitest";
import { emailAddress, emailAddressOrNone, mailboxOf, parseEmailAddress } from "../../../sync/inputs/email-address.ts";
import { badEmails, goodEmails } from "../../fixtures/email-cases.ts";

test.each(goodEmails)("%j is the address %j", (typed, normalized) => {
  expect(parseEmailAddress(typed)).toEqual({ ok: true, value: normalized });
  expect(parseEmailAddress(normalized)).toEqual({ ok: true, value: normalized });
});

test.each(badEmails)("%j is invalid: %s", (typed, problem) => {
  expect(parseEmailAddress(typed)).toEqual({ ok: false, problem });
});

test("a field returns the normalized address or its message", () => {
  const field = emailAddress("Please enter a valid email address");
  expect(v.parse(field, " ANA@münchen.test ")).toBe("ana@xn--mnchen-3ya.test");
  const rejected = v.safeParse(field, "x<victim@a.test>");
  expect(rejected.issues?.map((issue) => issue.message)).toEqual(["Please enter a valid email address"]);

  const optional = emailAddressOrNone("Please enter a valid email address");
  expect([v.parse(optional, " "), v.parse(optional, "ana@A.test")]).toEqual(["", "ana@a.test"]);
  expect(v.is(optional, "victim@a.test,")).toBe(false);
});

test("tags and Gmail's dots belong to the same mailbox", () => {
  const spellings = ["ana.b+x@gmail.com", "anab@googlemail.com", "an.a.b@gmail.com", "ana.b+x@a.test"];
  expect(spellings.map(mailboxOf)).toEqual([...Array.from({ length: 3 }, () => "anab@gmail.com"), "ana.b@a.test"]);
});
