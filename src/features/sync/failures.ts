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

/**
 * The text of a failure. Forms show `invalid` themselves. The sign-in texts are given by the
 * specification.
 */
export function failureText(failure: Failure): MessageDescriptor {
  switch (failure.type) {
    case "offline":
      return msg`The server cannot be reached. Check your connection and try again.`;
    case "retry":
      return rejectionCode(failure) === "rate_limited"
        ? rejections.rate_limited
        : msg`The server is busy or down for maintenance. Please try again in a moment.`;
    case "unauthorized":
    case "session_ended":
      return msg`Your session has ended. Please log in again.`;
    case "rejected":
      return isRejection(failure.code) ? rejections[failure.code] : unexpectedText(failure.message);

    case "storage_full":
      return msg`This device has no space left. Free up some space and try again: nothing you typed is lost.`;
    case "storage_denied":
      return msg`This browser does not let Betaflock store data. Leave private browsing or allow storage, then reload.`;
    case "outdated":
      return msg`Betaflock was updated in another tab. Reload this page to continue: nothing you typed is lost.`;
    case "too_large":
      return msg`The file is too large.`;
    case "wrong_type":
      return msg`This kind of file cannot be attached.`;
    case "file_gone":
      return msg`This file can no longer be read. Choose it again.`;
    case "not_found":
      return msg`This is no longer on this device.`;
    case "not_allowed":
      return rejectionText(failure.code);
    case "invalid":
      return msg`Please check the fields that are marked.`;

    case "email_taken":
      return msg`An account with this email already exists. Please log in instead.`;
    case "no_account":
      return msg`No account found with this email. Please register first.`;
    case "user_not_found":
      return msg`User not found. Please register for an account.`;
    case "wrong_password":
      return msg`Invalid email or password. Please check your credentials or register for an account.`;
    case "weak_password":
      return weakPassword(failure.reasons);
    case "same_password":
      return msg`This is already your password. Please choose a different one.`;
    case "wrong_current_password":
      return msg`That is not your current password.`;
    case "link_expired":
      return msg`This link has expired or has already been used.`;
    case "login_cancelled":
      return msg`The login was cancelled, or the provider did not allow it.`;
    case "other_person":
      return msg`Somebody else is logged in on this device. Log out first, then open this page again.`;
    case "provider_missing":
      return msg`This login method is not set up here. Please use your email and password.`;
    case "second_factor":
      return msg`Enter the code from your authenticator app.`;
    case "login_too_old":
      return msg`You logged in too long ago. Log out, log in again, and try again.`;
    case "wrong_code":
      return msg`This code is wrong or has already been used. Please enter the one your app shows now.`;
    case "wrong_recovery_code":
      return msg`This is not one of your recovery codes. Only the ones you made last count.`;
    case "password_expired":
      return msg`Your password has expired. Log in with it to choose a new one.`;
    case "factor_name_taken":
      return msg`You already have an authenticator app with this name.`;
    case "confirm_email":
      return msg`Please confirm your email address first using the link we sent you.`;
    case "rate_limited":
      return msg`Too many attempts. Please wait a few minutes and try again.`;

    case "unexpected":
      return unexpectedText(failure.message);
  }
}

/** Quotes the server's English message, for failures without a known code. */
export function unexpectedText(words: string | undefined): MessageDescriptor {
  return words ? msg`The server answered: “${words}”` : msg`An unexpected error occurred. Please try again.`;
}

/** Texts for the auth service's password rules; the most specific one wins. */
function weakPassword(reasons: readonly string[]): MessageDescriptor {
  if (reasons.includes("pwned")) {
    return msg`This password has appeared in a data leak. Please choose another one.`;
  }
  if (reasons.includes("too_long")) {
    return msg`Password is too long: it can have 72 bytes, which are 72 plain letters or 18 emoji.`;
  }
  if (reasons.includes("common")) {
    return msg`This password is one of the first that others would try. Use a few words that only you would put together.`;
  }
  if (reasons.includes("characters")) {
    return msg`Use upper and lower case letters, a digit and a symbol.`;
  }
  if (reasons.includes("length")) return msg`This password is too short. Please choose a longer one.`;
  return msg`This password is too easy to guess. Please choose another one.`;
}
