// Reports and their comments. Rejected reports come from the author's outbox.
import { combineLatest, map, type Observable } from "rxjs";
import type { OutboxEntry } from "../database/device-db.ts";
import { liveDevice, type Query, query, rows, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { type Decision, decided, isOfResults, pendingReviews } from "../outbox/pending-review.ts";
import { rejectedReport } from "../outbox/rejected-report.ts";
import type { Comment } from "../schema/comments.ts";
import { type Feedback, tagKey } from "../schema/feedback.ts";

/** A report as its author sees it: the current version, and the rejection if there is one. */
export interface OwnReport extends Feedback {
  rejection: { key: string; code: string; message: string } | null;
}

function withRejected(
  store: Store,
  kept: Observable<Feedback[]>,
  mine: (f: Feedback) => boolean,
): Observable<OwnReport[]> {
  const rejected = liveDevice(() =>
    store.device.outbox.filter((e) => e.kind === "rejected" && e.collection === "feedback").toArray(),
  );
  return combineLatest([kept, rejected]).pipe(
    map(([list, entries]) => {
      const byId = new Map<string, OwnReport>(list.map((f) => [f.id, { ...f, rejection: null }]));
      for (const e of entries) {
        const doc = rejectedReport(e);
        if (mine(doc)) byId.set(e.id, { ...doc, rejection: rejectionOf(e) });
      }
      return [...byId.values()].sort((a, b) => b.captured_at.localeCompare(a.captured_at));
    }),
  );
}

const rejectionOf = ({ key, code, message }: OutboxEntry) => ({ key, code, message });

/** All reports of a tester, including drafts and rejected ones, newest first. */
export const reportsOfTester = (testerId: string): Query<OwnReport[]> =>
  query(`reportsOfTester|${testerId}`, (store) =>
    withRejected(
      store,
      rowsOf(store, "feedback", { selector: { tester_id: testerId } }),
      (f) => f.tester_id === testerId,
    ),
  );

export const reportsOnCampaign = (campaignId: string, testerId: string): Query<OwnReport[]> =>
  query(`reportsOnCampaign|${campaignId}|${testerId}`, (store) =>
    withRejected(
      store,
      rowsOf(store, "feedback", { selector: { campaign_id: campaignId, tester_id: testerId } }),
      (f) => f.campaign_id === campaignId && f.tester_id === testerId,
    ),
  );

/** One of the author's reports, from the row or the outbox; null if there is none. */
export const ownReport = (id: string): Query<OwnReport | null> =>
  query(`ownReport|${id}`, (store) =>
    withRejected(store, rowsOf(store, "feedback", { selector: { id } }), (f) => f.id === id).pipe(
      map((l) => l[0] ?? null),
    ),
  );

/** A report as its developer sees it. A scheduled decision counts as made everywhere. */
export interface ReviewedReport extends Feedback {
  /** The decision that is not committed yet; null if there is none. */
  scheduled: Decision | null;
}

const scheduledReviews = (store: Store): Observable<ReadonlyMap<string, Decision>> =>
  liveDevice(async () => {
    const scheduled = await pendingReviews(store);
    return new Map(scheduled.flatMap(({ id, decision }) => (isOfResults(decision) ? [] : [[id, decision]])));
  });

/** Applies scheduled reviews. The query must include rows that a review would add. */
function reviewed(store: Store, kept: Observable<Feedback[]>): Observable<ReviewedReport[]> {
  // Keeps the identity of unchanged reports: one decision among thousands copies one report.
  const undecided = new WeakMap<Feedback, ReviewedReport>();
  const asStored = (report: Feedback): ReviewedReport => {
    const known = undecided.get(report) ?? { ...report, scheduled: null };
    undecided.set(report, known);
    return known;
  };
  return combineLatest([kept, scheduledReviews(store)]).pipe(
    map(([list, scheduled]) =>
      list.map((report): ReviewedReport => {
        const decision = scheduled.get(report.id);
        const change = decision && decided(report, decision);
        return decision && change?.ok ? { ...report, ...change.value, scheduled: decision } : asStored(report);
      }),
    ),
  );
}

/** Submitted reports for the developer: waiting ones by due time, then decided, newest first. */
export const reportsToReview = (campaignId: string): Query<ReviewedReport[]> =>
  query(`reportsToReview|${campaignId}`, (store) =>
    reviewed(store, rowsOf(store, "feedback", { selector: { campaign_id: campaignId } })).pipe(map(dueFirst)),
  );

/** Compares two instants as text: `localeCompare` takes five times as long. */
export const compareInstants = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function dueFirst<R extends Feedback>(list: R[]): R[] {
  const open = (f: R) => (f.status === "submitted" ? 0 : 1);
  return list
    .filter((f) => f.status !== "draft" && !f.hidden)
    .sort(
      (a, b) =>
        open(a) - open(b) ||
        (open(a) === 0
          ? compareInstants(a.due_at ?? a.captured_at, b.due_at ?? b.captured_at)
          : compareInstants(b.received_at ?? b.captured_at, a.received_at ?? a.captured_at)),
    );
}

export const recentReports = (orgId: string, limit: number): Query<Feedback[]> =>
  query(`recentReports|${orgId}|${limit}`, (store) =>
    reviewed(store, rowsOf(store, "feedback", { selector: { org_id: orgId, status: { $ne: "draft" } } })).pipe(
      map((list) =>
        list
          .filter((f) => !f.hidden)
          .sort((a, b) => (b.received_at ?? b.captured_at).localeCompare(a.received_at ?? a.captured_at))
          .slice(0, limit),
      ),
    ),
  );

/** Returns the newest reports of a tester or an organization, for the search. */
export const newestReports = (of: { tester_id: string } | { org_id: string }, limit: number): Query<Feedback[]> =>
  rows(`newestReports|${JSON.stringify(of)}|${limit}`, "feedback", {
    selector: "org_id" in of ? { ...of, status: { $ne: "draft" }, hidden: false } : of,
    sort: [{ captured_at: "desc" }],
    limit,
  });

export const commentsOn = (feedbackId: string): Query<Comment[]> =>
  rows(`commentsOn|${feedbackId}`, "comments", {
    selector: { feedback_id: feedbackId },
    sort: [{ feedback_id: "asc" }, { captured_at: "asc" }],
  });

export interface ReviewQueueCounts {
  total: number;
  byCampaign: ReadonlyMap<string, number>;
}

export const waitingOf = (list: readonly { campaign_id: string }[]): ReviewQueueCounts => {
  const byCampaign = new Map<string, number>();
  for (const { campaign_id } of list) byCampaign.set(campaign_id, (byCampaign.get(campaign_id) ?? 0) + 1);
  return { total: list.length, byCampaign };
};

const submitted = (store: Store, orgId: string): Observable<ReviewedReport[]> =>
  reviewed(store, rowsOf(store, "feedback", { selector: { org_id: orgId, status: "submitted", hidden: false } })).pipe(
    map((list) => list.filter((f) => f.status === "submitted")),
  );

export const submittedReports = (orgId: string): Query<ReviewedReport[]> =>
  query(`submittedReports|${orgId}`, (store) => submitted(store, orgId));

/** Counts waiting reports on the device: the campaign's own count dates from the last sync. */
export const reportsWaiting = (orgId: string): Query<ReviewQueueCounts> =>
  query(`reportsWaiting|${orgId}`, (store) => submitted(store, orgId).pipe(map(waitingOf)));

/** Returns the tags of reports, the most used first. Of two spellings, the first is used. */
export function tagsOf(list: readonly Pick<Feedback, "tags">[]): string[] {
  const found = new Map<string, { tag: string; count: number }>();
  for (const tag of list.flatMap(({ tags }) => tags)) {
    const known = found.get(tagKey(tag)) ?? { tag, count: 0 };
    found.set(tagKey(tag), { ...known, count: known.count + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag)).map(({ tag }) => tag);
}

export const tagsOfOrganization = (orgId: string): Query<string[]> =>
  rows(`tagsOfOrganization|${orgId}`, "feedback", { selector: { org_id: orgId } }, tagsOf);

/** True for a new draft without any input. */
export const isUntouched = (f: Feedback): boolean =>
  f.status === "draft" &&
  f.rating === 0 &&
  f.attachments.length === 0 &&
  `${f.summary}${f.details}${f.steps}`.trim() === "";
