// For accepted testers of a campaign: instructions, build, known issues. Same id as the campaign.
import * as v from "valibot";
import { id, integer, replicated, text } from "./fields.ts";

/** An approved report that the developer marked as known: title and summary, never who wrote it. */
const knownIssue = v.object({ id, title: text(200), summary: text(2000), reproductions: integer() });

export const briefs = v.object({
  id,
  org_id: id,
  developer_id: id,
  instructions: text(20_000),
  build_url: text(2000),
  release_id: v.nullable(id),
  known_issues: v.array(knownIssue),
  ...replicated,
});
export type Brief = v.InferOutput<typeof briefs>;
