// A tester's report. Only its author sees a draft. After submission its text is frozen until
// changes are requested.
import * as v from "valibot";
import { attachment, id, instant, integer, line, replicated, text } from "./fields.ts";
import { retestTally } from "./tasks.ts";
import { feedbackStatuses, feedbackTypes, priorities, severities } from "./values.ts";

export const feedbackType = v.picklist(feedbackTypes);
const feedbackStatus = v.picklist(feedbackStatuses);
export const severity = v.picklist(severities);
export const priority = v.picklist(priorities);

/** The outcome of a report, as its developer counts them. */
export const outcomes = ["waiting", "changes_requested", "approved", "duplicate", "rejected"] as const;
export type Outcome = (typeof outcomes)[number];
export const reasonCode = v.picklist([
  "",
  "duplicate",
  "not_reproducible",
  "did_not_follow_instructions",
  "out_of_scope",
  "works_as_designed",
  "other",
]);

export type Attachment = v.InferOutput<typeof attachment>;

/** An entry of a report's history, recorded by the server. Later reviews do not overwrite it. */
const historyEntry = v.object({
  at: instant,
  status: v.picklist(["submitted", "approved", "rejected", "changes_requested"]),
  by: v.picklist(["tester", "developer", "server"]),
  /** The developer's text; "automatic" when the server approved. */
  text: text(2000),
  usefulness: integer(0, 5),
  reason_code: reasonCode,
});
export type HistoryEntry = v.InferOutput<typeof historyEntry>;

/** Compares tags without case. */
export const tagKey = (tag: string): string => tag.toLowerCase();

export const feedbackLimits = {
  summary: { min: 5, max: 200 },
  details: { max: 10_000 },
  steps: { max: 10_000 },
  /** `bytes`: the total of a report. */
  attachments: { max: 20, bytes: 250 * 1024 * 1024 },
  history: { max: 100 },
  /** `length`: of each tag, in characters. */
  tags: { max: 10, length: 30 },
} as const;

export const feedback = v.object({
  id,
  campaign_id: id,
  campaign_title: line(120),
  application_id: id,
  tester_id: id,
  tester_name: line(120),
  org_id: id,
  developer_id: id,
  /** The member who handles it; null if unassigned. Other reviewers can still decide. */
  assignee_id: v.nullable(id),
  /** Set by the server. A device's value is shown until the server's answer. */
  assignee_name: line(120),
  release_id: v.nullable(id),
  type: feedbackType,
  /** 1–5; 0 in an unrated draft. */
  rating: integer(0, 5),
  summary: line(feedbackLimits.summary.max),
  details: text(feedbackLimits.details.max),
  steps: text(feedbackLimits.steps.max),
  severity,
  device: line(200),
  attachments: v.pipe(v.array(attachment), v.maxLength(feedbackLimits.attachments.max)),
  /** Ids of the attachments that the server has. Set by the server. */
  uploaded: v.array(id),
  status: feedbackStatus,
  /** 1–5, set by an approval; 0 before. */
  usefulness: integer(0, 5),
  reason_code: reasonCode,
  reason: text(2000),
  duplicate_of: v.nullable(id),
  /** When the server first received the other report. Set by the server. */
  duplicate_sent_at: v.nullable(instant),
  known: v.boolean(),
  fixed_release_id: v.nullable(id),
  /** Only the organization's devices receive priority and tags; others receive empty values. */
  priority,
  /** Trimmed and without duplicates, as `reportsTag` and the server ensure. */
  tags: v.pipe(v.array(line(feedbackLimits.tags.length)), v.maxLength(feedbackLimits.tags.max)),
  /** Retests of the build with the fix, by mark. */
  retests: retestTally,
  reproductions: integer(),
  /** The device's time of the last edit, used for deadlines. */
  captured_at: instant,
  /** The server's time of the first submission. */
  received_at: v.nullable(instant),
  reviewed_at: v.nullable(instant),
  /** When the server approves an undecided report. */
  due_at: v.nullable(instant),
  /** Hidden by an admin: lists omit it. */
  hidden: v.boolean(),
  /** Oldest first. Set by the server. */
  history: v.pipe(v.array(historyEntry), v.maxLength(feedbackLimits.history.max)),
  is_sample: v.boolean(),
  ...replicated,
});
export type Feedback = v.InferOutput<typeof feedback>;

/** Fields that a report's author fills in, apart from its files. */
export const reportFields = [
  "release_id",
  "type",
  "rating",
  "summary",
  "details",
  "steps",
  "severity",
  "device",
] as const satisfies readonly (keyof Feedback)[];
export type ReportInput = Pick<Feedback, (typeof reportFields)[number]>;
