// The thread below a report. Append-only. `internal` comments are the developer's notes and never
// reach the tester.
import * as v from "valibot";
import { id, instant, line, replicated, text } from "./fields.ts";

export const comments = v.object({
  id,
  feedback_id: id,
  author_id: id,
  author_name: line(120),
  tester_id: id,
  org_id: id,
  developer_id: id,
  body: text(5000),
  internal: v.boolean(),
  captured_at: instant,
  is_sample: v.boolean(),
  ...replicated,
});
export type Comment = v.InferOutput<typeof comments>;
