import { msg } from "@lingui/core/macro";
import type { Flag } from "#sync/schema/flags.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";

export const flagStatusLabel: Labels<Flag["status"]> = {
  pending: msg`Pending`,
  under_review: msg`Under review`,
  resolved: msg`Resolved`,
  dismissed: msg`Dismissed`,
};

export const flagContentLabel: Labels<Flag["content_type"]> = {
  app: msg`App`,
  campaign: msg`Campaign`,
  feedback: msg`Report`,
};

export const flagTone: Tones<Flag["status"]> = {
  pending: "caution",
  under_review: "info",
  resolved: "positive",
  dismissed: "neutral",
};
