import { msg } from "@lingui/core/macro";
import type { Mark, QuestionKind, TaskKind } from "#sync/schema/tasks.ts";
import type { codeChecks } from "#sync/schema/values.ts";
import type { Outcome } from "#sync/tasks/outcome.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";
import type { SetFilter } from "./search.ts";

type CodeCheck = (typeof codeChecks)[number];

export const taskKindLabel: Labels<TaskKind> = {
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

export const taskKindHelp: Labels<TaskKind> = {
  script: msg`Steps with an expected result. Each one passes or fails.`,
  survey: msg`Questions, also SUS, NPS, SEQ and UMUX-Lite.`,
  check_in: msg`One tap a day, for example 14 days in a row.`,
  explore: msg`Free testing, with a goal and notes.`,
};

export const questionKindLabel: Labels<QuestionKind> = {
  text: msg`Free text`,
  single: msg`One of several answers`,
  multiple: msg`Any of several answers`,
  scale: msg`Scale`,
  number: msg`Number`,
  nps: msg`NPS: recommendation, 0 to 10`,
  sus: msg`SUS: ten fixed statements`,
  seq: msg`SEQ: how easy it was, 1 to 7`,
  umux_lite: msg`UMUX-Lite: two fixed statements`,
};

export const setLabel: Labels<SetFilter> = {
  open: msg`Not submitted`,
  submitted: msg`Submitted`,
  returned: msg`Sent back`,
  accepted: msg({ message: "Accepted", context: "results" }),
};

export const setTone: Tones<SetFilter> = {
  open: "neutral",
  submitted: "info",
  returned: "caution",
  accepted: "positive",
};

/** How a typed launch code compares with the build's. */
export const codeCheckLabel: Labels<CodeCheck> = {
  matched: msg`Launch code matches`,
  differs: msg`Launch code differs`,
  unknown: msg`Launch code not stored with the build`,
  too_many: msg`Launch code not compared: too many tries`,
};

export const codeCheckTone: Tones<CodeCheck> = {
  matched: "positive",
  differs: "danger",
  unknown: "caution",
  too_many: "caution",
};
