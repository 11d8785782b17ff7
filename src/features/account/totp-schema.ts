// The six digits of an authenticator app, as people type them: with a space in the middle, or
// pasted with one around.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";

export const factorCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s/g, "")),
    v.regex(/^\d{6}$/, lazyMessage(msg`Enter the six digits your app shows.`)),
  ),
});

/** How browsers and password managers know the field. */
export const factorCodeInput = {
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 9,
} as const;
