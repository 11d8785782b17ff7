import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";
import { NAME_MAX, NAME_MIN } from "../../lib/constants.ts";

/** A person's name in a form (V1). */
export const personName = v.pipe(
  v.string(),
  v.trim(),
  v.minCodePoints(NAME_MIN, lazyMessage(msg`Name must be at least 2 characters`)),
  v.maxCodePoints(NAME_MAX, lazyMessage(msg`This is too long.`)),
);
