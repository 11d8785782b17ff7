// The filters and orders of the lists of reports: a tester's own, and those under review.
import { feedbackStatuses, feedbackTypes, priorities, severities } from "../../../sync/schema/values.ts";
import { oneOf, searchParams, text } from "../../lib/search-params.ts";

const reportSort = oneOf(["newest", "oldest", "campaign", "due"]);
export type ReportSort = NonNullable<ReturnType<typeof reportSort>>;

/** Where a report stands for its author: states of the row, and two that only this device knows. */
export const standings = [
  "draft",
  "waiting",
  "refused",
  "changes_requested",
  "submitted",
  "approved",
  "rejected",
] as const;
export type Standing = (typeof standings)[number];

export const ownReportSearch = searchParams({
  q: text,
  status: oneOf(standings),
  type: oneOf(feedbackTypes),
  sort: reportSort,
});

/** The assignee: the person who looks, nobody, or a member by id. */
const assigneeFilter = (value: unknown) =>
  /^(me|nobody|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text(value) ?? "") ? text(value) : undefined;

/** "none": the reports without one. */
export const priorityFilters = ["none", ...priorities.filter((one) => one !== "")] as const;
/** The build that a report names: by id, or "none". */
const buildFilter = (value: unknown) =>
  /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text(value) ?? "") ? text(value) : undefined;
const tagFilter = (value: unknown) => ([...(text(value) ?? "")].length <= 30 ? text(value) : undefined);

export const reviewOrders = ["due", "newest", "priority", "severity", "rating", "similar"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

export const reviewSearch = searchParams({
  q: text,
  /** Absent: what waits, while something does (screens/review/filter.ts, `startOf`). */
  status: oneOf([...feedbackStatuses, "all"]),
  type: oneOf(feedbackTypes),
  severity: oneOf(severities),
  /** The tester's stars. */
  rating: oneOf([1, 2, 3, 4, 5]),
  assignee: assigneeFilter,
  priority: oneOf(priorityFilters),
  tag: tagFilter,
  build: buildFilter,
  sort: oneOf(reviewOrders),
});
export type ReviewFilter = ReturnType<typeof reviewSearch>;
