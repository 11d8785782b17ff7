import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import { lazyMessage } from "../../i18n/i18n.ts";

export const GROUP_NAME_MAX = 60;
export const GROUP_NOTE_MAX = 2000;

export const groupName = v.pipe(
  v.string(),
  v.transform(oneLine),
  v.nonEmpty(lazyMessage(msg`Enter a name`)),
  v.maxCodePoints(GROUP_NAME_MAX, lazyMessage(msg`At most 60 characters`)),
);
export const groupNote = v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(GROUP_NOTE_MAX));
