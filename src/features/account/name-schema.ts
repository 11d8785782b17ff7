import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { say } from "../../i18n/i18n.ts";
import { NAME_MAX, NAME_MIN } from "../../lib/constants.ts";

/** A person's name in a form (V1). */
export const personName = v.pipe(
  v.string(),
  v.trim(),
  v.minCodePoints(NAME_MIN, say(msg`Name must be at least 2 characters`)),
  v.maxCodePoints(NAME_MAX, say(msg`This is too long.`)),
);
