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
import type { Tone, Tones } from "../../ui/color-role.ts";

export const feedbackTypeLabel: Labels<Feedback["type"]> = {
  bug: msg`Bug Report`,
  feature: msg`Feature Suggestion`,
  usability: msg`Usability Issue`,
};

export const feedbackStatusLabel: Labels<Feedback["status"]> = {
  draft: msg`Draft`,
  submitted: msg`Submitted`,
  approved: msg`Approved`,
  rejected: msg`Rejected`,
  changes_requested: msg`Changes requested`,
};

/** Plural labels, for filters. */
export const reportsStatusLabel: Labels<Feedback["status"]> = {
  draft: msg({ message: "Draft", context: "reports" }),
  submitted: msg({ message: "Submitted", context: "reports" }),
  approved: msg({ message: "Approved", context: "reports" }),
  rejected: msg({ message: "Rejected", context: "reports" }),
  changes_requested: msg({ message: "Changes requested", context: "reports" }),
};

export const severityLabel: Labels<Feedback["severity"]> = {
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  critical: msg`Critical`,
};

export const priorityLabel: Labels<Feedback["priority"]> = {
  "": msg`No priority`,
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  urgent: msg`Urgent`,
};

/** Shapes differ, so that priorities are distinguishable without color. */
export const priorityIcon: { readonly [P in Feedback["priority"]]: LucideIcon } = {
  "": Minus,
  low: ChevronDown,
  medium: Equal,
  high: ChevronUp,
  urgent: ChevronsUp,
};

export const priorityTone: Tones<Feedback["priority"]> = {
  "": "neutral",
  low: "neutral",
  medium: "info",
  high: "caution",
  urgent: "danger",
};

export const reasonLabel: Labels<Exclude<Feedback["reason_code"], "">> = {
  duplicate: msg`Duplicate of another report`,
  not_reproducible: msg`Could not be reproduced`,
  did_not_follow_instructions: msg`Did not follow the instructions`,
  out_of_scope: msg`Out of scope`,
  works_as_designed: msg`Works as designed`,
  other: msg`Other reason`,
};

export const feedbackTone: Tones<Feedback["status"]> = {
  draft: "neutral",
  submitted: "info",
  approved: "positive",
  // Neutral, because a rejection is not an error.
  rejected: "neutral",
  changes_requested: "caution",
};

export const typeTone: Tones<Feedback["type"]> = { bug: "danger", feature: "info", usability: "caution" };

export const severityTone: Tones<Feedback["severity"]> = {
  low: "neutral",
  medium: "info",
  high: "caution",
  critical: "danger",
};

export const retestLabel: Labels<RetestMark> = {
  fixed: msg({ message: "Fixed", context: "retest" }),
  still_there: msg({ message: "Still there", context: "retest" }),
  unclear: msg({ message: "Can't tell", context: "retest" }),
};

export const retestTone: Tones<RetestMark> = { fixed: "positive", still_there: "danger", unclear: "neutral" };

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
