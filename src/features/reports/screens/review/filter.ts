import { compareNames } from "#i18n/compare-names.ts";
import { foldedRow, partMatcher } from "#lib/text-match.ts";
import { compareInstants, dueFirst } from "#sync/queries/feedback.ts";
import { type Feedback, priority as priorities, severity, tagKey } from "#sync/schema/feedback.ts";
import type { SavedView } from "#sync/schema/views.ts";
import { type ReviewFilter, type ReviewOrder, reviewSearch } from "../../search.ts";

type Status = NonNullable<ReviewFilter["status"]>;

/** True when a filter other than the status is set. */
export const isFiltered = ({ q, ...filter }: ReviewFilter): boolean => Boolean(q) || filtersIn(filter) > 0;

/** Number of filters, without status and search. */
export const filtersIn = ({ type, severity: s, rating, assignee, priority, tag, build }: ReviewFilter): number =>
  [type, s, rating, assignee, priority, tag, build].filter(Boolean).length;

/** Default status: waiting reports, or all reports when none is waiting. */
export const startOf = (reports: readonly Feedback[]): Status =>
  reports.some((r) => r.status === "submitted") ? "submitted" : "all";

/** Resets everything that `filtersIn` counts. */
export const resetFilters: ReviewFilter = {
  ...{ type: undefined, severity: undefined, rating: undefined, assignee: undefined },
  ...{ priority: undefined, tag: undefined, build: undefined },
};
export const noFilter: ReviewFilter = { ...resetFilters, q: undefined, status: "all" };

const isAssigned = ({ assignee_id }: Feedback, to: NonNullable<ReviewFilter["assignee"]>, me: string): boolean =>
  assignee_id === (to === "nobody" ? null : to === "me" ? me : to);

/** Saved views apply to all campaigns, but a build belongs to one. */
const anyBuild = { build: undefined };

/** The part of a search that a view saves. @param search includes the visible status */
export const viewOf = (search: ReviewFilter): SavedView["search"] =>
  Object.fromEntries(
    Object.entries({ ...reviewSearch(search), ...anyBuild }).flatMap(([key, value]) =>
      value === undefined || value === "" ? [] : [[key, value]],
    ),
  );

/** The search that a view sets. Missing filters are reset. */
export const appliedView = (view: SavedView): ReviewFilter => ({
  ...{ ...noFilter, sort: undefined },
  ...reviewSearch(view.search),
  ...anyBuild,
});

export const isView = (view: SavedView, search: ReviewFilter): boolean => {
  const [kept, shown] = [viewOf(view.search as ReviewFilter), viewOf(search)];
  return [...new Set([...Object.keys(kept), ...Object.keys(shown)])].every((key) => kept[key] === shown[key]);
};

const hasTag = ({ tags }: Feedback, tag: string): boolean => tags.some((one) => tagKey(one) === tagKey(tag));

export const commonTags = ([first, ...others]: readonly Feedback[]): readonly string[] =>
  (first?.tags ?? []).filter((tag) => others.every((r) => hasTag(r, tag)));

export const assigneesOf = (reports: readonly Feedback[]): { id: string; name: string }[] =>
  [...new Map(reports.flatMap((r) => (r.assignee_id ? [[r.assignee_id, r.assignee_name] as const] : [])))]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => compareNames(a.name, b.name));

export const searchedText = foldedRow<Feedback>((r) => [
  ...[r.summary, r.details, r.steps, r.tester_name, r.device, r.assignee_name, ...r.tags],
]);

/** Applies all filters except the status, for the counts of the status pills. @param me the user */
export function filterReports<R extends Feedback>(reports: readonly R[], f: ReviewFilter, me: string): R[] {
  const found = partMatcher(f.q ?? "");
  return reports.filter(
    (r) =>
      (!f.type || r.type === f.type) &&
      // The severity of other types is a default that no tester chose.
      (!f.severity || (r.type === "bug" && r.severity === f.severity)) &&
      (!f.rating || r.rating === f.rating) &&
      (!f.assignee || isAssigned(r, f.assignee, me)) &&
      (!f.priority || (r.priority || "none") === f.priority) &&
      (!f.tag || hasTag(r, f.tag)) &&
      (!f.build || (r.release_id ?? "none") === f.build) &&
      (!found || found(searchedText(r))),
  );
}

const arrived = (r: Feedback) => r.received_at ?? r.captured_at;
const weight = (r: Feedback) => (r.type === "bug" ? severity.options.indexOf(r.severity) : -1);
const urgency = (r: Feedback) => priorities.options.indexOf(r.priority);
const before: { readonly [O in ReviewOrder]?: (a: Feedback, b: Feedback) => number } = {
  priority: (a, b) => urgency(b) - urgency(a),
  severity: (a, b) => weight(b) - weight(a),
  rating: (a, b) => a.rating - b.rating,
};

export function sortReports<R extends Feedback>(reports: R[], order: ReviewOrder): R[] {
  // `similar.ts` groups them afterwards.
  if (order === "due" || order === "similar") return dueFirst(reports);
  return reports.sort((a, b) => before[order]?.(a, b) || compareInstants(arrived(b), arrived(a)));
}

/** The next waiting report after `id`, else the previous one. */
export function nextWaiting(shown: readonly Feedback[], id: string, answered: ReadonlySet<string>): Feedback | null {
  const at = shown.findIndex((r) => r.id === id);
  const waits = (r: Feedback) => r.status === "submitted" && r.id !== id && !answered.has(r.id);
  return shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(at, 0)).findLast(waits) ?? null;
}
