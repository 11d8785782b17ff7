import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { oneLine } from "#sync/inputs/single-line.ts";
import { lazyMessage } from "../../i18n/i18n.ts";

export const organizationName = v.pipe(
  v.string(),
  v.transform(oneLine),
  v.minCodePoints(2, lazyMessage(msg`Name must be at least 2 characters`)),
  v.maxCodePoints(120, lazyMessage(msg`This is too long.`)),
);
