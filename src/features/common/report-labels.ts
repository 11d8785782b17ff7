import { msg } from "@lingui/core/macro";
import {
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  CircleCheck,
  CircleX,
  Equal,
  Laptop,
  type LucideIcon,
  MessageCircleQuestion,
  Minus,
  MonitorSmartphone,
  Send,
  Smartphone,
  Tablet,
} from "lucide-react";
import type { Feedback, HistoryEntry } from "#sync/schema/feedback.ts";
import type { RetestMark } from "#sync/schema/tasks.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tone } from "../../ui/color-role.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";

export const [feedbackTypeLabel, typeTone] = labelsAndTones<Feedback["type"]>({
  bug: [msg`Bug Report`, "danger"],
  feature: [msg`Feature Suggestion`, "info"],
  usability: [msg`Usability Issue`, "caution"],
});

export const [feedbackStatusLabel, feedbackTone] = labelsAndTones<Feedback["status"]>({
  draft: [msg`Draft`, "neutral"],
  submitted: [msg`Submitted`, "info"],
  approved: [msg`Approved`, "positive"],
  // Neutral, because a rejection is not an error.
  rejected: [msg`Rejected`, "neutral"],
  changes_requested: [msg`Changes requested`, "caution"],
});

/** Plural labels, for filters. */
export const reportsStatusLabel: Labels<Feedback["status"]> = {
  draft: msg({ message: "Draft", context: "reports" }),
  submitted: msg({ message: "Submitted", context: "reports" }),
  approved: msg({ message: "Approved", context: "reports" }),
  rejected: msg({ message: "Rejected", context: "reports" }),
  changes_requested: msg({ message: "Changes requested", context: "reports" }),
};

export const [severityLabel, severityTone] = labelsAndTones<Feedback["severity"]>({
  low: [msg`Low`, "neutral"],
  medium: [msg`Medium`, "info"],
  high: [msg`High`, "caution"],
  critical: [msg`Critical`, "danger"],
});

export const [priorityLabel, priorityTone] = labelsAndTones<Feedback["priority"]>({
  "": [msg`No priority`, "neutral"],
  low: [msg`Low`, "neutral"],
  medium: [msg`Medium`, "info"],
  high: [msg`High`, "caution"],
  urgent: [msg`Urgent`, "danger"],
});

/** Shapes differ, so that priorities are distinguishable without color. */
export const priorityIcon: { readonly [P in Feedback["priority"]]: LucideIcon } = {
  "": Minus,
  low: ChevronDown,
  medium: Equal,
  high: ChevronUp,
  urgent: ChevronsUp,
};

export const reasonLabel: Labels<Exclude<Feedback["reason_code"], "">> = {
  duplicate: msg`Duplicate of another report`,
  not_reproducible: msg`Could not be reproduced`,
  did_not_follow_instructions: msg`Did not follow the instructions`,
  out_of_scope: msg`Out of scope`,
  works_as_designed: msg`Works as designed`,
  other: msg`Other reason`,
};

export const [retestLabel, retestTone] = labelsAndTones<RetestMark>({
  fixed: [msg({ message: "Fixed", context: "retest" }), "positive"],
  still_there: [msg({ message: "Still there", context: "retest" }), "danger"],
  unclear: [msg({ message: "Can't tell", context: "retest" }), "neutral"],
});

export const timelineLook: { readonly [S in HistoryEntry["status"]]: { icon: LucideIcon; tone: Tone } } = {
  submitted: { icon: Send, tone: "accent" },
  changes_requested: { icon: MessageCircleQuestion, tone: "caution" },
  approved: { icon: CircleCheck, tone: "positive" },
  rejected: { icon: CircleX, tone: "neutral" },
};

/** Matched in this order: "Galaxy Book · Windows 11" must match the computers first. */
const deviceIcons = [
  [Tablet, /\b(ipad|ipados|tablet|galaxy tab)\b/i],
  [Laptop, /\b(windows|macos|mac os|macbook|imac|mac|linux|ubuntu|chromeos|chromebook|laptop|notebook|pc)\b/i],
  [Smartphone, /\b(android|ios|iphone|pixel|galaxy|phone|fairphone|xiaomi|redmi|oneplus|motorola|moto|huawei)\b/i],
] as const;

export const deviceIcon = (device: string): LucideIcon =>
  deviceIcons.find(([, words]) => words.test(device))?.[0] ?? MonitorSmartphone;
