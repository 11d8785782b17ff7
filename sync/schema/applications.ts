// A tester's application to a campaign. Its id is a UUIDv5 of both, so two offline devices create
// the same row (S9).
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";
import { device } from "./profiles.ts";
import { applicationStatuses } from "./values.ts";

export const applicationStatus = v.picklist(applicationStatuses);
const screeningAnswer = v.object({ question_id: id, value: text(2000) });

/**
 * The tester's card at the time of applying: all that a developer may see of them. The server makes
 * it.
 */
export const testerCard = v.object({
  name: text(120),
  avatar_path: text(400),
  karma: integer(-2_147_483_648),
  rating: v.nullable(v.number()),
  tests_completed: integer(),
  devices: v.array(device),
  expertise: v.array(text(60)),
});

export const applications = v.object({
  id,
  campaign_id: id,
  campaign_title: text(120),
  tester_id: id,
  org_id: id,
  developer_id: id,
  status: applicationStatus,
  card: testerCard,
  message: text(2000),
  answers: v.array(screeningAnswer),
  agreement_version: integer(),
  agreement_accepted_at: v.nullable(instant),
  reason: text(1000),
  selection_note: text(200),
  applied_at: instant,
  decided_at: v.nullable(instant),
  accepted_at: v.nullable(instant),
  downloaded_at: v.nullable(instant),
  /** The build that the tester fetched last. */
  release_id: v.nullable(id),
  /** Known issues that the tester sees too: the ids of the reports. */
  confirmed_issues: v.array(id),
  completed_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Application = v.InferOutput<typeof applications>;
