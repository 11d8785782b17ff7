import { msg } from "@lingui/core/macro";
import type { Mark, QuestionKind, TaskKind } from "#sync/schema/tasks.ts";
import type { Outcome } from "#sync/tasks/outcome.ts";
import type { Labels } from "../../i18n/labels.ts";
import type { Tones } from "../../ui/color-role.ts";
import type { SetFilter } from "./search.ts";

export const taskKindLabel: Labels<TaskKind> = {
  script: msg`Script`,
  survey: msg`Survey`,
  check_in: msg`Daily check-in`,
  explore: msg`Exploration`,
};

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

export const markLabel: Labels<Mark> = {
  pass: msg`Pass`,
  fail: msg`Fail`,
  blocked: msg`Blocked`,
  skip: msg`Skip`,
};

export const markTone: Tones<Mark> = { pass: "positive", fail: "danger", blocked: "caution", skip: "neutral" };

export const outcomeLabel: Labels<Outcome> = {
  passed: msg`Passed`,
  failed: msg`Failed`,
  blocked: msg`Blocked`,
  open: msg`Open`,
};

export const outcomeTone: Tones<Outcome> = {
  passed: "positive",
  failed: "danger",
  blocked: "caution",
  open: "neutral",
};

export const setLabel: Labels<SetFilter> = {
  open: msg`Not submitted`,
  submitted: msg`Submitted`,
  returned: msg`Sent back`,
  accepted: msg`Accepted`,
};

export const setTone: Tones<SetFilter> = {
  open: "neutral",
  submitted: "info",
  returned: "caution",
  accepted: "positive",
};
