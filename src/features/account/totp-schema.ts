// Six-digit authenticator codes as users type them: with spaces, or digits of another script.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";
import { inAsciiDigits } from "../../lib/typed-number.ts";

export const factorCode = v.object({
  code: v.pipe(
    v.string(),
    v.transform((text) => inAsciiDigits(text.normalize("NFKC")).replace(/[\s\p{Cf}]/gu, "")),
    v.regex(/^\d{6}$/, lazyMessage(msg`Enter the six digits your app shows.`)),
  ),
});

export const factorCodeInput = {
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
  maxLength: 9,
} as const;
