import { msg } from "@lingui/core/macro";
import type { Flag } from "#sync/schema/flags.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";

export const [flagStatusLabel, flagTone] = labelsAndTones<Flag["status"]>({
  pending: [msg`Pending`, "caution"],
  under_review: [msg`Under review`, "info"],
  resolved: [msg`Resolved`, "positive"],
  dismissed: [msg`Dismissed`, "neutral"],
});

export const flagContentLabel: Labels<Flag["content_type"]> = {
  app: msg`App`,
  campaign: msg`Campaign`,
  feedback: msg`Report`,
};
