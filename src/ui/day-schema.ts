import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../i18n/i18n.ts";

/**
 * Validates an optional DateInput. Date fields accept years like 20 and 20266, which the server
 * rejects.
 */
export const fourDigitYear = v.check(
  (day: string) => day === "" || /^(19|[2-9]\d)\d\d-/.test(day),
  lazyMessage(msg`Enter a year with four digits.`),
);
