import { msg } from "@lingui/core/macro";
import type { Mark, QuestionKind, TaskKind } from "#sync/schema/tasks.ts";
import type { codeChecks } from "#sync/schema/values.ts";
import type { Outcome } from "#sync/tasks/outcome.ts";
import type { Labels } from "../../i18n/labels.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import type { SetFilter } from "./search.ts";

type CodeCheck = (typeof codeChecks)[number];

export const taskKindLabel: Labels<TaskKind> = {
  script: msg({ message: "Script", context: "task" }),
  survey: msg({ message: "Survey", context: "task" }),
  check_in: msg({ message: "Daily check-in", context: "task" }),
  explore: msg({ message: "Exploration", context: "task" }),
};

export const [outcomeLabel, outcomeTone] = labelsAndTones<Outcome>({
  failed: [msg({ message: "Failed", context: "task" }), "danger"],
  blocked: [msg({ message: "Blocked", context: "task" }), "caution"],
  open: [msg({ message: "To do", context: "task" }), "neutral"],
  passed: [msg({ message: "Passed", context: "task" }), "positive"],
});

/** Verbs, for buttons. */
export const [markLabel, markTone] = labelsAndTones<Mark>({
  pass: [msg({ message: "Pass", context: "step" }), "positive"],
  fail: [msg({ message: "Fail", context: "step" }), "danger"],
  blocked: [msg({ message: "Blocked", context: "step" }), "caution"],
  skip: [msg({ message: "Skip", context: "step" }), "neutral"],
});

/** Participles, for a list of results. */
export const markedLabel: Labels<Mark> = {
  pass: msg({ message: "Passed", context: "step" }),
  fail: msg({ message: "Failed", context: "step" }),
  blocked: msg({ message: "Blocked", context: "marked step" }),
  skip: msg({ message: "Skipped", context: "step" }),
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

export const [setLabel, setTone] = labelsAndTones<SetFilter>({
  open: [msg`Not submitted`, "neutral"],
  submitted: [msg`Submitted`, "info"],
  returned: [msg`Sent back`, "caution"],
  accepted: [msg({ message: "Accepted", context: "results" }), "positive"],
});

/** How a typed launch code compares with the build's. */
export const [codeCheckLabel, codeCheckTone] = labelsAndTones<CodeCheck>({
  matched: [msg`Launch code matches`, "positive"],
  differs: [msg`Launch code differs`, "danger"],
  unknown: [msg`Launch code not stored with the build`, "caution"],
  too_many: [msg`Launch code not compared: too many tries`, "caution"],
});
