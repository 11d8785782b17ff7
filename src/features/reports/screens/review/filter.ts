// Which reports the review shows, in which order. Pure.
import { dueFirst } from "../../../../../sync/queries/feedback.ts";
import { type Feedback, severity } from "../../../../../sync/schema/feedback.ts";
import { compareNames } from "../../../../i18n/compare-names.ts";
import { fold, matches } from "../../../../lib/text-match.ts";
import type { ReviewFilter, ReviewOrder } from "../../search.ts";

type Status = NonNullable<ReviewFilter["status"]>;

/** Is there a filter besides the status? */
export const isFiltered = ({ q, type, severity: s, rating, assignee }: ReviewFilter): boolean =>
  Boolean(q || type || s || rating || assignee);

/** What a review shows that was opened without a status: what waits, or all once nothing does. */
export const startOf = (reports: readonly Feedback[]): Status =>
  reports.some((r) => r.status === "submitted") ? "submitted" : "all";

export const noFilter: ReviewFilter = {
  q: undefined,
  status: "all",
  type: undefined,
  severity: undefined,
  rating: undefined,
  assignee: undefined,
};

const isAssigned = ({ assignee_id }: Feedback, to: NonNullable<ReviewFilter["assignee"]>, me: string): boolean =>
  assignee_id === (to === "nobody" ? null : to === "me" ? me : to);

/** Those to whom any of these reports is assigned, by name. */
export const assigneesOf = (reports: readonly Feedback[]): { id: string; name: string }[] =>
  [...new Map(reports.flatMap((r) => (r.assignee_id ? [[r.assignee_id, r.assignee_name] as const] : [])))]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => compareNames(a.name, b.name));

/** All filters but the status: what the status pills count. @param me the person who looks */
export const filterReports = <R extends Feedback>(reports: readonly R[], f: ReviewFilter, me: string): R[] =>
  reports.filter(
    (r) =>
      (!f.type || r.type === f.type) &&
      // Only bugs have a severity that a person chose.
      (!f.severity || (r.type === "bug" && r.severity === f.severity)) &&
      (!f.rating || r.rating === f.rating) &&
      (!f.assignee || isAssigned(r, f.assignee, me)) &&
      matches(f.q ?? "", r.summary, r.details, r.steps, r.tester_name, r.device, r.assignee_name),
  );

const arrived = (r: Feedback) => r.received_at ?? r.captured_at;
const weight = (r: Feedback) => (r.type === "bug" ? severity.options.indexOf(r.severity) : -1);

export function sortReports<R extends Feedback>(reports: R[], order: ReviewOrder): R[] {
  if (order === "due") return dueFirst(reports);
  return reports.sort(
    (a, b) =>
      (order === "severity" ? weight(b) - weight(a) : order === "rating" ? a.rating - b.rating : 0) ||
      arrived(b).localeCompare(arrived(a)),
  );
}

/** The report to go on with after `id` was answered: the next that waits, else the one before. */
export function nextWaiting(shown: readonly Feedback[], id: string, answered: ReadonlySet<string>): Feedback | null {
  const at = shown.findIndex((r) => r.id === id);
  const waits = (r: Feedback) => r.status === "submitted" && r.id !== id && !answered.has(r.id);
  return shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(at, 0)).findLast(waits) ?? null;
}

/** How much two summaries have in common, 0–1: puts likely duplicates first. */
export function likeness(a: string, b: string): number {
  const words = (text: string) => new Set(fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const [left, right] = [words(a), words(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.min(left.size, right.size);
}
