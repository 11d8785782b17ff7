// Applications: a tester's own, and a campaign's applicants.
import { combineLatest, map, type Observable } from "rxjs";
import { liveDevice, type Query, query, row, rows, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { isOfResults, pendingReviews, type ResultsDecision } from "../outbox/pending-review.ts";
import type { Application } from "../schema/applications.ts";
import { applicationId } from "../schema/ids.ts";
import { type ReviewQueueCounts, waitingOf } from "./feedback.ts";

const newestFirst = (list: Application[]) => list.sort((a, b) => b.applied_at.localeCompare(a.applied_at));

/** The tester's application to one campaign; null when they have not applied. */
export const applicationTo = (campaignId: string, testerId: string): Query<Application | null> =>
  row(`applicationTo|${campaignId}|${testerId}`, "applications", applicationId(campaignId, testerId));

export const applicantsOf = (campaignId: string): Query<Application[]> =>
  rows(`applicantsOf|${campaignId}`, "applications", { selector: { campaign_id: campaignId } }, newestFirst);

/** Counts applicants that the developer can still answer; suspended ones cannot be accepted. */
export const applicantsWaiting = (orgId: string): Query<ReviewQueueCounts> =>
  rows(`applicantsWaiting|${orgId}`, "applications", { selector: { org_id: orgId, status: "pending" } }, (pending) =>
    waitingOf(pending.filter(({ card }) => !card.suspended)),
  );

const scheduled = (store: Store): Observable<ReadonlyMap<string, ResultsDecision>> =>
  liveDevice(async () => {
    const pending = await pendingReviews(store);
    return new Map(pending.flatMap(({ id, decision }) => (isOfResults(decision) ? [[id, decision]] : [])));
  });

/** Decisions about results that can still be undone, by application. */
export const scheduledResults = (): Query<ReadonlyMap<string, ResultsDecision>> => query("scheduledResults", scheduled);

export const submittedSets = (orgId: string): Query<Application[]> =>
  query(`submittedSets|${orgId}`, (store) =>
    combineLatest([
      rowsOf(store, "applications", { selector: { org_id: orgId, results_status: "submitted" } }),
      scheduled(store),
    ]).pipe(map(([sets, decided]) => sets.filter(({ id }) => !decided.has(id)))),
  );

export const setsWaiting = (orgId: string): Query<ReviewQueueCounts> =>
  query(`setsWaiting|${orgId}`, (store) => submittedSets(orgId).observe(store).pipe(map(waitingOf)));
