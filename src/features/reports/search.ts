// The filters and orders of the lists of reports: a tester's own, and those under review.
import * as v from "valibot";
import { feedbackStatus, feedbackType, severity } from "../../../sync/schema/feedback.ts";
import { searchParams } from "../../lib/search-params.ts";

const reportSort = v.picklist(["newest", "oldest", "campaign", "due"]);
export type ReportSort = v.InferOutput<typeof reportSort>;

/** Where a report stands for its author: states of the row, and two that only this device knows. */
export const standing = v.picklist([
  "draft",
  "waiting",
  "refused",
  "changes_requested",
  "submitted",
  "approved",
  "rejected",
]);
export type Standing = v.InferOutput<typeof standing>;

export const ownReportSearch = searchParams({ q: v.string(), status: standing, type: feedbackType, sort: reportSort });

/** The assignee: the person who looks, nobody, or a member by id. */
const assigneeFilter = v.union([v.picklist(["me", "nobody"]), v.pipe(v.string(), v.uuid())]);

export const reviewOrder = v.picklist(["due", "newest", "severity", "rating"]);
export type ReviewOrder = v.InferOutput<typeof reviewOrder>;

export const reviewSearch = searchParams({
  q: v.string(),
  status: feedbackStatus,
  type: feedbackType,
  severity,
  /** The tester's stars. */
  rating: v.picklist([1, 2, 3, 4, 5]),
  assignee: assigneeFilter,
  sort: reviewOrder,
});
export type ReviewFilter = v.InferOutput<typeof reviewSearch>;
