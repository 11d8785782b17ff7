// A new password, typed twice: the rules of registration (V1). The server's settings may ask for
// more and say so.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";
import { PASSWORD_MIN } from "../../lib/constants.ts";

const entries = {
  password: v.pipe(v.string(), v.minCodePoints(PASSWORD_MIN, lazyMessage(msg`Password must be at least 8 characters`))),
  confirm: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Please confirm your password`))),
};

export const newPassword = v.pipe(
  v.object(entries),
  v.forward(
    v.partialCheck(
      [["password"], ["confirm"]],
      ({ password, confirm }) => confirm === "" || password === confirm,
      lazyMessage(msg`Passwords do not match`),
    ),
    ["confirm"],
  ),
);

export const changedPassword = v.pipe(
  v.object({ current: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Password is required`))), ...entries }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirm"]],
      ({ password, confirm }) => confirm === "" || password === confirm,
      lazyMessage(msg`Passwords do not match`),
    ),
    ["confirm"],
  ),
);
