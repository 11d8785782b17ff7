// Schedules reviews for a few seconds, so that they can be undone: a committed review may pay a
// tester. Scheduled reviews are on the disk, so closing the app loses none.
import { deepEqual } from "rxdb";
import { storing } from "../database/device-db.ts";
import { holdLock, locks } from "../database/hold-lock.ts";
import { keepRecovered } from "../database/outbox-writer.ts";
import type { Store } from "../database/store.ts";
import {
  type Decision,
  decided,
  isOfResults,
  type PendingReview,
  pendingReviewPrefix,
  pendingReviews,
  type ResultsDecision,
  resultsDecided,
} from "../outbox/pending-review.ts";
import type { Feedback } from "../schema/feedback.ts";
import { decisionColumns } from "../schema/own.ts";
import { filled } from "../schema/replies.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { mutate } from "./row.ts";

/** Empty columns of a decision. */
const noDecision = { usefulness: 0, reason_code: "", reason: "", duplicate_of: null };

/** For browsers without locks: longer than a page holds a decision. */
const LEFT_BEHIND_MS = 30_000;

/**
 * Schedules one decision for several reports or sets of results.
 * @param holder see `lockWhilePageLives`
 */
export async function scheduleReview(
  store: Store,
  ids: readonly string[],
  decision: Decision | ResultsDecision,
  holder: string,
): Promise<Result<void>> {
  const value: PendingReview = { decision, holder };
  const at = new Date().toISOString();
  return storing(() =>
    store.transaction(["drafts"], async () => {
      await store.device.drafts.bulkPut(ids.map((id) => ({ key: pendingReviewPrefix + id, value, at })));
    }),
  );
}

/** Marks a page as alive, which commits its own scheduled reviews. @returns removes the mark */
export const lockWhilePageLives = (holder: string): (() => void) => holdLock(holder, "exclusive");

/** Undoes scheduled reviews, unless another page has committed them. */
export async function undoReview(store: Store, ids: readonly string[]): Promise<Result<void>> {
  const keys = ids.map((id) => pendingReviewPrefix + id);
  const undone = await storing(() =>
    store.transaction(["drafts"], async () => {
      const scheduled = await store.device.drafts.bulkGet(keys);
      await store.device.drafts.bulkDelete(keys);
      return scheduled.every((one) => one !== undefined);
    }),
  );
  if (!undone.ok) return undone;
  return undone.value ? ok(undefined) : fail({ type: "not_found" });
}

/**
 * Rows per transaction. One transaction for all would be fastest, but it blocks the screen, and a
 * page closed half-way would have written nothing.
 */
const together = 500;

/** Commits scheduled reviews. Continues after a failure. @returns the first failure, if any */
export async function commitReview(store: Store, ids: readonly string[]): Promise<Result<void>> {
  let first: Result<void> = ok(undefined);
  for (let from = 0; from < ids.length; from += together) {
    const done = await commitTogether(store, ids.slice(from, from + together));
    const failed = done.ok ? done.value.find((one) => !one.ok) : done;
    if (first.ok && failed && !failed.ok) first = failed;
  }
  return first;
}

const commitTogether = (store: Store, ids: readonly string[]): Promise<Result<Result<unknown>[]>> =>
  mutate(store, ["feedback", "applications", "drafts"], async (edits) => {
    const { drafts } = store.device;
    const keys = ids.map((id) => pendingReviewPrefix + id);
    const scheduled = (await drafts.bulkGet(keys)).filter((one) => one !== undefined);
    const decisions = scheduled.map(
      ({ key, value }) => [key.slice(pendingReviewPrefix.length), (value as PendingReview).decision] as const,
    );
    const ofReports = new Map(decisions.flatMap(([id, one]) => (isOfResults(one) ? [] : [[id, one] as const])));
    const ofResults = new Map(decisions.flatMap(([id, one]) => (isOfResults(one) ? [[id, one] as const] : [])));
    const rows = await edits.read("feedback", [...ofReports.keys()]);
    const sets = await edits.read("applications", [...ofResults.keys()]);
    const done: Result<unknown>[] = [
      ...(await edits.patchAll("feedback", [...ofReports.keys()], (row) => {
        const decision = ofReports.get(row.id);
        const answer = decision ? decided(row, decision) : fail({ type: "not_found" } as const);
        return answer.ok ? answer.value : answer;
      })),
      ...(await edits.patchAll("applications", [...ofResults.keys()], (row) => {
        const decision = ofResults.get(row.id);
        const answer = decision ? resultsDecided(row, decision) : fail({ type: "not_found" } as const);
        return answer.ok ? answer.value : answer;
      })),
    ];
    const settled: string[] = [];
    for (const [index, [id, decision]] of [...ofReports, ...ofResults].entries()) {
      const one = done[index];
      // Someone else decided first, or the row was deleted.
      const isLost = one && !one.ok && (one.error.type === "not_allowed" || one.error.type === "not_found");
      if (isLost && isOfResults(decision)) {
        const row = sets.get(id);
        if (row && row.results_status !== decision.to) {
          const results_review = decision.to === "returned" ? decision.reasons : {};
          const lost = { ...row, results_status: decision.to, results_review };
          await keepRecovered(store.device, "applications", lost, "results_status", decision.to);
        }
      } else if (isLost && !isOfResults(decision)) {
        const lost = lostDecision(id, decision, rows.get(id));
        if (lost) await keepRecovered(store.device, "feedback", lost, "status", decision.to);
      }
      if (one?.ok || isLost) settled.push(pendingReviewPrefix + id);
    }
    await drafts.bulkDelete(settled);
    return ok(done);
  });

/** Returns the report with a decision that failed; null if that decision was made already. */
function lostDecision(id: string, { to, ...decision }: Decision, row: Feedback | undefined) {
  const now: Record<string, unknown> = row ?? { id };
  const doc: Record<string, unknown> = { ...now, ...noDecision, ...decision, status: to };
  if (row && "reason" in decision) doc.reason = filled(decision.reason, row);
  return decisionColumns("feedback").every((column) => deepEqual(doc[column], now[column])) ? null : doc;
}

/** Commits scheduled reviews of closed pages. */
export async function decisionsSettle(store: Store, now = Date.now()): Promise<void> {
  const manager = locks();
  const left = new Map<string, string[]>();
  for (const { id, at, holder } of await pendingReviews(store)) {
    // `abs`, because the clock may have been set back.
    const old = Math.abs(now - new Date(at).getTime()) > LEFT_BEHIND_MS;
    if (!manager && !old) continue;
    left.set(holder, [...(left.get(holder) ?? []), id]);
  }
  for (const [holder, ids] of left) {
    if (!manager) await commitReview(store, ids);
    await manager?.request(holder, { ifAvailable: true }, async (lock) => {
      if (lock) await commitReview(store, ids);
    });
  }
}
