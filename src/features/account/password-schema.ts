import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { AuthFailure } from "#state/session.ts";
import { currentSite } from "#state/site-settings.ts";
import { hasAllKinds, isCommonPassword, isTooLong, normalizedPassword } from "#sync/inputs/password.ts";
import { type FormOutcome, invalid } from "#ui/form/use-form.ts";
import { lazyMessage, translate } from "../../i18n/i18n.ts";
import { PASSWORD_MIN } from "../../lib/constants.ts";
import { failureText } from "../sync/failures.ts";

const siteRule = (): MessageDescriptor => {
  const { passwordMin, passwordMixed } = currentSite();
  const least = Math.max(PASSWORD_MIN, passwordMin);
  return passwordMixed
    ? msg`Use at least ${least} characters, with upper and lower case, a digit and a symbol.`
    : msg`Use at least ${least} characters.`;
};

/** Shows the server's reason at the field. */
export const atPassword = (failure: AuthFailure): FormOutcome =>
  failure.type === "weak_password"
    ? invalid("password", translate(failureText(failure)))
    : { ok: false, error: failure };

export const passwordEntries = {
  password: v.pipe(
    v.string(),
    v.transform(normalizedPassword),
    v.minCodePoints(PASSWORD_MIN, lazyMessage(msg`Password must be at least 8 characters`)),
    v.check(
      (typed) => !isTooLong(typed),
      lazyMessage(msg`Password is too long: it can have 72 bytes, which are 72 plain letters or 18 emoji.`),
    ),
    // The server checks the site's rule too.
    v.check(
      (typed) => [...typed].length >= currentSite().passwordMin && (!currentSite().passwordMixed || hasAllKinds(typed)),
      () => translate(siteRule()),
    ),
    v.check(
      (typed) => !isCommonPassword(typed),
      lazyMessage(
        msg`This password is one of the first that others would try. Use a few words that only you would put together.`,
      ),
    ),
  ),
  confirm: v.pipe(
    v.string(),
    v.transform(normalizedPassword),
    v.nonEmpty(lazyMessage(msg`Please confirm your password`)),
  ),
};

type Passwords = { password: string; confirm: string };

const match: v.GenericValidation<Passwords> = v.forward(
  v.partialCheck(
    [["password"], ["confirm"]],
    ({ password, confirm }) => confirm === "" || password === confirm,
    lazyMessage(msg`Passwords do not match`),
  ),
  ["confirm"],
);

/** Both fields match; the empty second field has a separate message. */
// Cast: a check of two fields fits every object that has them.
export const passwordsMatch = <T extends Passwords>() => match as unknown as v.GenericValidation<T>;

export const newPassword = v.pipe(v.object(passwordEntries), passwordsMatch());

export const changedPassword = v.pipe(
  v.object({ current: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Password is required`))), ...passwordEntries }),
  passwordsMatch(),
);
