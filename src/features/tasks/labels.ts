import { msg } from "@lingui/core/macro";
import type { Task, TaskResult } from "#sync/schema/tasks.ts";
import type { Outcome } from "#sync/tasks/outcome.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";

export type Mark = NonNullable<TaskResult["steps"]>[string]["mark"];

export const taskKindLabel: Labels<Task["kind"]> = {
  script: msg({ message: "Script", context: "task" }),
  survey: msg({ message: "Survey", context: "task" }),
  check_in: msg({ message: "Daily check-in", context: "task" }),
  explore: msg({ message: "Exploration", context: "task" }),
};

export const outcomeLabel: Labels<Outcome> = {
  failed: msg({ message: "Failed", context: "task" }),
  blocked: msg({ message: "Blocked", context: "task" }),
  open: msg({ message: "To do", context: "task" }),
  passed: msg({ message: "Passed", context: "task" }),
};

export const outcomeTone: Tones<Outcome> = {
  failed: "danger",
  blocked: "caution",
  open: "neutral",
  passed: "positive",
};

/** Verbs, for buttons. */
export const markLabel: Labels<Mark> = {
  pass: msg({ message: "Pass", context: "step" }),
  fail: msg({ message: "Fail", context: "step" }),
  blocked: msg({ message: "Blocked", context: "step" }),
  skip: msg({ message: "Skip", context: "step" }),
};

/** Participles, for a list of results. */
export const markedLabel: Labels<Mark> = {
  pass: msg({ message: "Passed", context: "step" }),
  fail: msg({ message: "Failed", context: "step" }),
  blocked: msg({ message: "Blocked", context: "marked step" }),
  skip: msg({ message: "Skipped", context: "step" }),
};

export const markTone: Tones<Mark> = { pass: "positive", fail: "danger", blocked: "caution", skip: "neutral" };
