// A tester's application to a campaign. Its id is a UUIDv5 of both, so two offline devices create
// the same row.
import * as v from "valibot";
import { id, instant, integer, line, replicated, text } from "./fields.ts";
import { device } from "./profiles.ts";
import { results, retests, taskReasons } from "./tasks.ts";
import { applicationStatuses, codeChecks, resultsStatuses } from "./values.ts";

export const applicationStatus = v.picklist(applicationStatuses);
const screeningAnswer = v.object({ question_id: id, value: text(2000) });

/** The tester's data at the time of applying, as the developer sees it. The server fills it in. */
export const testerCard = v.object({
  name: line(120),
  avatar_path: line(400),
  karma: integer(-2_147_483_648),
  rating: v.nullable(v.number()),
  tests_completed: integer(),
  devices: v.array(device),
  expertise: v.array(line(60)),
  /** True if the account is suspended now. */
  suspended: v.optional(v.boolean()),
});

export const applications = v.object({
  id,
  campaign_id: id,
  campaign_title: line(120),
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
  selection_note: line(200),
  applied_at: instant,
  decided_at: v.nullable(instant),
  accepted_at: v.nullable(instant),
  downloaded_at: v.nullable(instant),
  /** The build that the tester downloaded last. */
  release_id: v.nullable(id),
  /** Ids of reports: known issues that the tester has confirmed. */
  confirmed_issues: v.array(id),
  completed_at: v.nullable(instant),
  /** Answers to the brief's tasks. */
  results,
  /** Empty while the tester works on the tasks. */
  results_status: v.picklist(resultsStatuses),
  /** Why the set was sent back, by task. */
  results_review: taskReasons,
  results_submitted_at: v.nullable(instant),
  results_reviewed_at: v.nullable(instant),
  /** When the server accepts an undecided set. */
  results_due_at: v.nullable(instant),
  /** How launch codes compare, by key of a result. Set by the server. */
  code_checks: v.record(v.string(), v.picklist(codeChecks)),
  /** Ids of the photos that the server has. Set by the server. */
  uploaded: v.array(id),
  retests,
  is_sample: v.boolean(),
  ...replicated,
});
export type Application = v.InferOutput<typeof applications>;
