import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { oneLine } from "#sync/inputs/single-line.ts";
import { lazyMessage } from "../../i18n/i18n.ts";
import { NAME_MAX, NAME_MIN } from "../../lib/constants.ts";

/** The name of a person or an organization. */
export const displayName = v.pipe(
  v.string(),
  v.transform(oneLine),
  v.minCodePoints(NAME_MIN, lazyMessage(msg`Name must be at least 2 characters`)),
  v.maxCodePoints(NAME_MAX, lazyMessage(msg`This is too long.`)),
);
