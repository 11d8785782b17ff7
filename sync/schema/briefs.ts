// For accepted testers of a campaign: instructions, build, known issues, announcements. Same id as
// the campaign.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";

/** An approved report that the developer marked as known: title and summary, never who wrote it. */
const knownIssue = v.object({
  id,
  title: text(200),
  summary: text(2000),
  reproductions: integer(),
  /** The version in which it is fixed; empty: not yet. */
  fixed_in: text(40),
});

export const announcementLimits = { title: { max: 120 }, body: { max: 2000 } } as const;

/** What was told all accepted testers at once; the server keeps the last 50, newest first. */
const announcement = v.object({
  id,
  title: text(announcementLimits.title.max),
  body: text(announcementLimits.body.max),
  at: instant,
  author_name: text(120),
  /** How many accepted testers there were. */
  recipients: integer(),
});
export type Announcement = v.InferOutput<typeof announcement>;

export const briefs = v.object({
  id,
  org_id: id,
  developer_id: id,
  instructions: text(20_000),
  build_url: text(2000),
  release_id: v.nullable(id),
  known_issues: v.array(knownIssue),
  announcements: v.array(announcement),
  ...replicated,
});
export type Brief = v.InferOutput<typeof briefs>;
