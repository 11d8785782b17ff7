import { useLingui } from "@lingui/react/macro";
import { PASSWORD_MIN } from "../../lib/constants.ts";
import { useSite } from "../../state/site-settings.ts";

/**
 * Password requirements: the product's rule, or the admins' stricter one, which the server checks.
 */
export function usePasswordHelp(): string {
  const { t } = useLingui();
  const { passwordMin, passwordMixed } = useSite();
  const least = Math.max(PASSWORD_MIN, passwordMin);
  return passwordMixed
    ? t`At least ${least} characters, with lower case and upper case letters, a digit and a symbol. Common passwords are rejected.`
    : t`At least ${least} characters. Common passwords are rejected.`;
}
