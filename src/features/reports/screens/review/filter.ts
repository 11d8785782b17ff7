// Which reports the review shows, in which order. Pure.
import { dueFirst } from "../../../../../sync/queries/feedback.ts";
import { type Feedback, severity } from "../../../../../sync/schema/feedback.ts";
import { fold, matches } from "../../../../lib/text-match.ts";
import type { ReviewFilter, ReviewOrder } from "../../search.ts";

export const isFiltered = ({ q, status, type, severity: s, rating }: ReviewFilter): boolean =>
  Boolean(q || status || type || s || rating);

export const noFilter: ReviewFilter = {
  q: undefined,
  status: undefined,
  type: undefined,
  severity: undefined,
  rating: undefined,
};

/** All filters but the status: what the status pills count. */
export const filterReports = <R extends Feedback>(reports: readonly R[], f: ReviewFilter): R[] =>
  reports.filter(
    (r) =>
      (!f.type || r.type === f.type) &&
      // Only bugs have a severity that a person chose.
      (!f.severity || (r.type === "bug" && r.severity === f.severity)) &&
      (!f.rating || r.rating === f.rating) &&
      matches(f.q ?? "", r.summary, r.details, r.steps, r.tester_name, r.device),
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
