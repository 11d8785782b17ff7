// What a person is told when signing in or up did not work: the specification's own texts (point
// 8), and one for each case that it leaves open.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AuthFailure } from "../../state/session.ts";
import { refusalText, unexpectedText } from "../sync/failures.ts";

export function authFailureText(failure: AuthFailure): MessageDescriptor {
  switch (failure.type) {
    case "email_taken":
      return msg`An account with this email already exists. Please log in instead.`;
    case "no_account":
      return msg`No account found with this email. Please register first.`;
    case "user_not_found":
      return msg`User not found. Please register for an account.`;
    case "wrong_password":
      return msg`Invalid email or password. Please check your credentials or register for an account.`;
    case "weak_password":
      return weakPassword(failure.reasons ?? []);
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
    case "session_ended":
      return msg`Your session has ended. Please log in again.`;
    case "second_factor":
      return msg`Enter the code from your authenticator app.`;
    case "wrong_code":
      return msg`This code is wrong or has already been used. Please enter the one your app shows now.`;
    case "password_expired":
      return msg`Your password has expired. Log in with it once more to choose a new one.`;
    case "factor_name_taken":
      return msg`You already have an authenticator app with this name.`;
    case "refused":
      return refusalText(failure.code ?? "invalid");
    case "confirm_email":
      return msg`Please confirm your email address first using the link we sent you.`;
    case "offline":
      return msg`The server cannot be reached. Check your connection and try again.`;
    case "rate_limited":
      return msg`Too many attempts. Please wait a few minutes and try again.`;
    case "unexpected":
      return unexpectedText(failure.message);
  }
}

/** The auth service names its reasons by code; the most telling one is put into words. */
function weakPassword(reasons: readonly string[]): MessageDescriptor {
  if (reasons.includes("pwned")) {
    return msg`This password has appeared in a data leak. Please choose another one.`;
  }
  if (reasons.includes("characters")) {
    return msg`This password is too easy to guess. Mix upper-case and lower-case letters, digits and symbols.`;
  }
  if (reasons.includes("length")) return msg`This password is too short. Please choose a longer one.`;
  return msg`This password is too easy to guess. Please choose another one.`;
}
