import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";

/** An organization's name in a form. */
export const organizationName = v.pipe(
  v.string(),
  v.trim(),
  v.minCodePoints(2, lazyMessage(msg`Name must be at least 2 characters`)),
  v.maxCodePoints(120, lazyMessage(msg`This is too long.`)),
);
