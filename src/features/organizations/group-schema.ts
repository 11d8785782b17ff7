// What a group of testers may be called and noted to be.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";

export const GROUP_NAME_MAX = 60;
export const GROUP_NOTE_MAX = 2000;

export const groupName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(lazyMessage(msg`Enter a name`)),
  v.maxLength(GROUP_NAME_MAX, lazyMessage(msg`At most 60 characters`)),
);
export const groupNote = v.pipe(v.string(), v.trim(), v.maxLength(GROUP_NOTE_MAX));
