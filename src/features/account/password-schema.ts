import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { isCommonPassword, isTooLong, normalizedPassword } from "#sync/inputs/password.ts";
import { lazyMessage } from "../../i18n/i18n.ts";
import { PASSWORD_MIN } from "../../lib/constants.ts";

export const passwordEntries = {
  password: v.pipe(
    v.string(),
    v.transform(normalizedPassword),
    v.minCodePoints(PASSWORD_MIN, lazyMessage(msg`Password must be at least 8 characters`)),
    v.check(
      (typed) => !isTooLong(typed),
      lazyMessage(msg`Password is too long: it can have 72 bytes, which are 72 plain letters or 18 emoji.`),
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
