// Validates a report before sending, with the same rules as the server, and labels the form per
// type.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { trimmed } from "#sync/inputs/single-line.ts";
import { type Feedback, feedbackLimits, type ReportInput } from "#sync/schema/feedback.ts";
import { characters } from "#sync/schema/fields.ts";

export type Problems = Partial<Record<"rating" | "summary" | "details", MessageDescriptor>>;

export function problemsOf(values: ReportInput): Problems {
  const problems: Problems = {};
  if (values.rating < 1) problems.rating = msg`Please give a rating.`;
  if (characters(trimmed(values.summary)) < feedbackLimits.summary.min) {
    problems.summary = msg`Please write at least 5 characters.`;
  }
  const bug = values.type === "bug";
  if (trimmed(values.details) === "" && (!bug || trimmed(values.steps) === "")) {
    problems.details = bug ? msg`Please write what happened, or the steps below.` : msg`Please write a few words.`;
  }
  return problems;
}

interface Wording {
  help: MessageDescriptor;
  summary: MessageDescriptor;
  summaryHelp: MessageDescriptor;
  details: MessageDescriptor;
}

export const wordingOf: { readonly [T in Feedback["type"]]: Wording } = {
  bug: {
    help: msg`Something does not work`,
    summary: msg`What went wrong?`,
    summaryHelp: msg`One sentence, for example: the app closes when I open the cart.`,
    details: msg`What happened, and what did you expect?`,
  },
  feature: {
    help: msg`Something is missing`,
    summary: msg`What should it be able to do?`,
    summaryHelp: msg`One sentence, for example: let me sort my list by price.`,
    details: msg`What would it help you with?`,
  },
  usability: {
    help: msg`Something is hard to use`,
    summary: msg`What was hard to use?`,
    summaryHelp: msg`One sentence, for example: I could not find where to log out.`,
    details: msg`What did you want to do, and where did you get stuck?`,
  },
};
