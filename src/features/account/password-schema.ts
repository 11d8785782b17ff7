// A new password, typed twice: the rules of registration (V1). The server's settings may ask for
// more and say so.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";
import { PASSWORD_MIN } from "../../lib/constants.ts";

export const passwordEntries = {
  password: v.pipe(v.string(), v.minCodePoints(PASSWORD_MIN, lazyMessage(msg`Password must be at least 8 characters`))),
  confirm: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Please confirm your password`))),
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

/** Both are the same. An empty second one has a message of its own. */
// Cast: a check of two fields fits every object that has them.
export const passwordsMatch = <T extends Passwords>() => match as unknown as v.GenericValidation<T>;

export const newPassword = v.pipe(v.object(passwordEntries), passwordsMatch());

export const changedPassword = v.pipe(
  v.object({ current: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Password is required`))), ...passwordEntries }),
  passwordsMatch(),
);
