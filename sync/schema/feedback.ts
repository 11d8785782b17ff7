// A tester's report. Only its author sees a draft; once submitted, its text is frozen until changes
// are requested.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";
import { feedbackStatuses, feedbackTypes, priorities, severities } from "./values.ts";

export const feedbackType = v.picklist(feedbackTypes);
const feedbackStatus = v.picklist(feedbackStatuses);
export const severity = v.picklist(severities);
export const priority = v.picklist(priorities);

/** What came of a report, told apart as its developer counts. */
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

/** A file of a report. Its bytes are at `{tester_id}/{sha256}` in the bucket `attachments`. */
const attachment = v.object({
  id,
  name: text(255),
  type: text(100),
  size: integer(1, 52_428_800),
  sha256: v.pipe(v.string(), v.hash(["sha256"])),
  width: v.nullable(integer(1)),
  height: v.nullable(integer(1)),
});
export type Attachment = v.InferOutput<typeof attachment>;

/** An entry of a report's history, as the server recorded it: later reviews overwrite nothing. */
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

/** What tags are compared by: case makes no other tag. */
export const tagKey = (tag: string): string => tag.toLowerCase();

export const feedbackLimits = {
  summary: { min: 5, max: 200 },
  details: { max: 10_000 },
  steps: { max: 10_000 },
  /** `bytes`: of all together. */
  attachments: { max: 20, bytes: 250 * 1024 * 1024 },
  history: { max: 100 },
  /** `length`: of one. */
  tags: { max: 10, length: 30 },
} as const;

export const feedback = v.object({
  id,
  campaign_id: id,
  campaign_title: text(120),
  application_id: id,
  tester_id: id,
  tester_name: text(120),
  org_id: id,
  developer_id: id,
  /** The member who handles it; null: nobody. Any reviewer decides all the same. */
  assignee_id: v.nullable(id),
  /** The server's: what a device writes there is shown until its answer. */
  assignee_name: text(120),
  release_id: v.nullable(id),
  type: feedbackType,
  /** 1–5; 0 while a draft has none. */
  rating: integer(0, 5),
  summary: text(feedbackLimits.summary.max),
  details: text(feedbackLimits.details.max),
  steps: text(feedbackLimits.steps.max),
  severity,
  device: text(200),
  attachments: v.pipe(v.array(attachment), v.maxLength(feedbackLimits.attachments.max)),
  /** Ids of the attachments that the server has. Set by the server alone. */
  uploaded: v.array(id),
  status: feedbackStatus,
  /** 1–5, given with an approval; 0 before. */
  usefulness: integer(0, 5),
  reason_code: reasonCode,
  reason: text(2000),
  duplicate_of: v.nullable(id),
  /** When the server first got that other report. Set by the server alone. */
  duplicate_sent_at: v.nullable(instant),
  known: v.boolean(),
  /** The build in which it is fixed. */
  fixed_release_id: v.nullable(id),
  /** This and the tags: only the organization's devices get them, anybody else the empty values. */
  priority,
  /** Trimmed, none twice: `reportsTag` and the server see to it. */
  tags: v.pipe(v.array(text(feedbackLimits.tags.length)), v.maxLength(feedbackLimits.tags.max)),
  reproductions: integer(),
  /** The device's time of writing; deadlines use it. */
  captured_at: instant,
  /** The server's time when it first arrived as submitted. */
  received_at: v.nullable(instant),
  reviewed_at: v.nullable(instant),
  /** The server approves it then, if nobody reviewed it. */
  due_at: v.nullable(instant),
  /** An admin hid it: lists leave it out. */
  hidden: v.boolean(),
  /** Oldest first. Set by the server alone. */
  history: v.pipe(v.array(historyEntry), v.maxLength(feedbackLimits.history.max)),
  is_sample: v.boolean(),
  ...replicated,
});
export type Feedback = v.InferOutput<typeof feedback>;

/** What the author of a report fills in, apart from its files. */
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
