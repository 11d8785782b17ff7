// For accepted testers of a campaign: instructions, build, known issues, announcements. Same id as
// the campaign.
import * as v from "valibot";
import { id, instant, integer, line, replicated, text } from "./fields.ts";
import { retestTally, task, taskLimits } from "./tasks.ts";

/** An approved report that the developer marked as known: title and summary, without its author. */
const knownIssue = v.object({
  id,
  title: line(200),
  summary: text(2000),
  reproductions: integer(),
  /** The version that fixes it; empty if none does yet. */
  fixed_in: line(40),
  fixed_release_id: v.nullable(id),
  retests: retestTally,
});

export const announcementLimits = { title: { max: 120 }, body: { max: 2000 } } as const;

/** A message to all accepted testers. The server keeps the last 50, newest first. */
const announcement = v.object({
  id,
  title: line(announcementLimits.title.max),
  body: text(announcementLimits.body.max),
  at: instant,
  author_name: line(120),
  /** Number of accepted testers at that time. */
  recipients: integer(),
});
export type Announcement = v.InferOutput<typeof announcement>;

export const briefs = v.object({
  id,
  org_id: id,
  developer_id: id,
  instructions: text(20_000),
  build_url: line(2000),
  release_id: v.nullable(id),
  /** The server sets `release_id` to the app's newest published build. */
  follows_newest: v.boolean(),
  known_issues: v.array(knownIssue),
  announcements: v.array(announcement),
  tasks: v.pipe(v.array(task), v.maxLength(taskLimits.tasks)),
  ...replicated,
});
export type Brief = v.InferOutput<typeof briefs>;
