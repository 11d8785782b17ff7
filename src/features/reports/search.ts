import { feedbackStatuses, feedbackTypes, priorities, severities } from "#sync/schema/values.ts";
import { oneOf, searchParams, text } from "../../lib/search-params.ts";

const reportSort = oneOf(["newest", "oldest", "campaign", "due"]);
export type ReportSort = NonNullable<ReturnType<typeof reportSort>>;

/** A report's state for its author: the row's status plus two local states. */
export const standings = [
  "draft",
  "waiting",
  "rejected",
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

/** The user, "nobody", or a member id. */
const assigneeFilter = (value: unknown) =>
  /^(me|nobody|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text(value) ?? "") ? text(value) : undefined;

/** "none" matches reports without a priority. */
export const priorityFilters = ["none", ...priorities.filter((one) => one !== "")] as const;
/** A build id, or "none". */
const buildFilter = (value: unknown) =>
  /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text(value) ?? "") ? text(value) : undefined;
const tagFilter = (value: unknown) => ([...(text(value) ?? "")].length <= 30 ? text(value) : undefined);

export const reviewOrders = ["due", "newest", "priority", "severity", "rating", "similar"] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

export const reviewSearch = searchParams({
  q: text,
  /** Default: waiting reports, if any (`startOf` in `screens/review/filter.ts`). */
  status: oneOf([...feedbackStatuses, "all"]),
  type: oneOf(feedbackTypes),
  severity: oneOf(severities),
  rating: oneOf([1, 2, 3, 4, 5]),
  assignee: assigneeFilter,
  priority: oneOf(priorityFilters),
  tag: tagFilter,
  build: buildFilter,
  sort: oneOf(reviewOrders),
});
export type ReviewFilter = ReturnType<typeof reviewSearch>;
