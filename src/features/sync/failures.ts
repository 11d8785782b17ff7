// Error texts for failures of the device and rejection codes of the server. Unknown codes get a
// general sentence, never an empty text or only a code.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { isRejection, lostCode, type RejectionCode } from "#sync/schema/rejections.ts";
import type { CallFailure, Failure } from "#sync/transport/result.ts";

const rejections: { readonly [C in RejectionCode]: MessageDescriptor } = {
  not_allowed: msg`This change is not allowed.`,
  forbidden: msg`You don't have access to this.`,
  wrong_state: msg`This has changed in the meantime, so your change no longer applies.`,
  campaign_full: msg`All spots of this campaign are taken.`,
  campaign_closed: msg`This campaign is closed.`,
  not_accepted: msg`Only testers who were accepted to this campaign can report.`,
  too_early: msg`This campaign has not started yet.`,
  too_late: msg`The reporting period for this campaign is over.`,
  missing_parent: msg`The item this belongs to did not reach the server.`,
  missing_rating: msg`A rating is missing.`,
  text_frozen: msg`A submitted report can only be changed when changes are requested.`,
  reason_required: msg`A reason is missing.`,
  usefulness_required: msg`A usefulness rating from 1 to 5 is missing.`,
  suspended: msg`Your account is suspended: you can read, but not change anything.`,
  inactive: msg`Your account is waiting to be activated by an admin.`,
  invalid: msg`The server did not accept a value.`,
  duplicate: msg`This already exists.`,
  spots_limit: msg`That is more testers than a campaign can have.`,
  agreement_required: msg`The agreement was not accepted.`,
  answer_required: msg`A required question was not answered.`,
  no_rewards: msg`There are no earned rewards to pay out.`,
  no_paypal: msg`A PayPal address is missing.`,
  release_required: msg`Publish a release of this app first: without one there is nothing to download.`,
  quota: msg`Your storage is full. Delete files that you no longer need.`,
  too_large: msg`This is larger than the server allows.`,
  damaged: msg`The file did not arrive as it was sent. Try again.`,
  last_owner: msg`An organization needs an owner. Make somebody else an owner first.`,
  too_many: msg`The limit is reached: remove something first.`,
  daily_limit: msg`You have made too many of these today. Try again tomorrow.`,
  not_a_reviewer: msg`This person can no longer review reports. Assign it to somebody else.`,
  unknown_collection: msg`This version of the app no longer works with the server. Reload it.`,
  registration_closed: msg`Registration is currently closed.`,
  rate_limited: msg`Too many attempts. Please wait a few minutes and try again.`,
  internal: msg`The server failed to process this change. Nothing is lost: try again later.`,
  maintenance: msg`Betaflock is down for maintenance. Your changes stay on this device.`,
};

/** Why this device cannot send a file (`sync/database/pending-item.ts`). */
const unsendable: Readonly<Record<string, MessageDescriptor>> = {
  lost: msg`The file is no longer on this device. Choose it again.`,
  damaged_here: msg`The file is damaged on this device. Choose it again.`,
};

export const rejectionText = (code: string): MessageDescriptor =>
  code === lostCode
    ? msg`The server was restored from a backup and no longer has this.`
    : isRejection(code)
      ? rejections[code]
      : (unsendable[code] ?? msg`The server did not accept this change (${code}).`);

/**
 * The rejection code of a call; empty without one. Includes SQL rate limits, on which replication
 * retries but a button's call fails.
 */
export function rejectionCode(failure: CallFailure): string {
  if (failure.type === "retry") return failure.code === "PT429" ? "rate_limited" : "";
  return failure.type === "rejected" ? failure.code : "";
}

const sessionEnded = msg`Your session has ended. Please log in again.`;
type OwnText = "retry" | "rejected" | "not_allowed" | "weak_password" | "unexpected";
const failures: { readonly [T in Exclude<Failure["type"], OwnText>]: MessageDescriptor } = {
  unauthorized: sessionEnded,
  session_ended: sessionEnded,
  offline: msg`The server cannot be reached. Check your connection and try again.`,
  storage_full: msg`This device has no space left. Free up some space and try again: nothing you typed is lost.`,
  storage_denied: msg`This browser does not let Betaflock store data. Leave private browsing or allow storage, then reload.`,
  outdated: msg`Betaflock was updated in another tab. Reload this page to continue: nothing you typed is lost.`,
  too_large: msg`The file is too large.`,
  wrong_type: msg`This kind of file cannot be attached.`,
  file_gone: msg`This file can no longer be read. Choose it again.`,
  not_found: msg`This is no longer on this device.`,
  invalid: msg`Please check the fields that are marked.`,
  email_taken: msg`An account with this email already exists. Please log in instead.`,
  no_account: msg`No account found with this email. Please register first.`,
  user_not_found: msg`User not found. Please register for an account.`,
  wrong_password: msg`Invalid email or password. Please check your credentials or register for an account.`,
  same_password: msg`This is already your password. Please choose a different one.`,
  wrong_current_password: msg`That is not your current password.`,
  link_expired: msg`This link has expired or has already been used.`,
  login_cancelled: msg`The login was cancelled, or the provider did not allow it.`,
  other_person: msg`Somebody else is logged in on this device. Log out first, then open this page again.`,
  provider_missing: msg`This login method is not set up here. Please use your email and password.`,
  second_factor: msg`Enter the code from your authenticator app.`,
  login_too_old: msg`You logged in too long ago. Log out, log in again, and try again.`,
  wrong_code: msg`This code is wrong or has already been used. Please enter the one your app shows now.`,
  wrong_recovery_code: msg`This is not one of your recovery codes. Only the ones you made last count.`,
  password_expired: msg`Your password has expired. Log in with it to choose a new one.`,
  factor_name_taken: msg`You already have an authenticator app with this name.`,
  confirm_email: msg`Please confirm your email address first using the link we sent you.`,
  rate_limited: msg`Too many attempts. Please wait a few minutes and try again.`,
};

/**
 * The text of a failure. Forms show `invalid` themselves. The sign-in texts are given by the
 * specification.
 */
export function failureText(failure: Failure): MessageDescriptor {
  switch (failure.type) {
    case "retry":
      return rejectionCode(failure) === "rate_limited"
        ? rejections.rate_limited
        : msg`The server is busy or down for maintenance. Please try again in a moment.`;
    case "rejected":
      return isRejection(failure.code) ? rejections[failure.code] : unexpectedText(failure.message);
    case "not_allowed":
      return rejectionText(failure.code);
    case "weak_password":
      return weakPassword(failure.reasons);
    case "unexpected":
      return unexpectedText(failure.message);
    default:
      return failures[failure.type];
  }
}

/** Texts for the rejection codes of a call. `others` describes the other failures. */
export const failureTexts =
  (
    texts: { readonly [code: string]: MessageDescriptor },
    others: (failure: CallFailure) => MessageDescriptor = failureText,
  ) =>
  (failure: CallFailure): MessageDescriptor =>
    texts[rejectionCode(failure)] ?? others(failure);

/** Quotes the server's English message, for failures without a known code. */
export function unexpectedText(words: string | undefined): MessageDescriptor {
  return words ? msg`The server answered: “${words}”` : msg`An unexpected error occurred. Please try again.`;
}

/** Texts for the auth service's password rules; the first one that applies is the most specific. */
const passwordRules = {
  pwned: msg`This password has appeared in a data leak. Please choose another one.`,
  too_long: msg`Password is too long: it can have 72 bytes, which are 72 plain letters or 18 emoji.`,
  common: msg`This password is one of the first that others would try. Use a few words that only you would put together.`,
  characters: msg`Use upper and lower case letters, a digit and a symbol.`,
  length: msg`This password is too short. Please choose a longer one.`,
} as const;

function weakPassword(reasons: readonly string[]): MessageDescriptor {
  const [, text] = Object.entries(passwordRules).find(([reason]) => reasons.includes(reason)) ?? [];
  return text ?? msg`This password is too easy to guess. Please choose another one.`;
}
