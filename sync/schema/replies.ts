// Saved replies of reviewers, with variables that are replaced for each report.
import * as v from "valibot";
import type { Feedback } from "./feedback.ts";
import { text } from "./fields.ts";
import { languages } from "./languages.ts";

export const replyLimits = { saved: 50, text: 1000 } as const;

/** The kinds of messages that a reply can fill in. */
export const replyKinds = ["changes", "reject", "duplicate", "comment"] as const;

export const savedReply = v.object({
  kind: v.picklist(replyKinds),
  language: v.picklist(languages),
  text: v.pipe(text(replyLimits.text), v.minLength(1)),
});
export type SavedReply = v.InferOutput<typeof savedReply>;

const columnOf = { tester: "tester_name", report: "summary", campaign: "campaign_title" } as const;
export type ReplyVariable = keyof typeof columnOf;
export const replyVariables = Object.keys(columnOf) as ReplyVariable[];

/** Replaces `{tester}`, `{report}` and `{campaign}` by the report's values. */
export const filled = (text: string, report: Pick<Feedback, (typeof columnOf)[ReplyVariable]>): string =>
  text.replace(/\{(tester|report|campaign)\}/g, (_, name: ReplyVariable) => report[columnOf[name]]);
