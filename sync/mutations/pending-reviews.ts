// Pending reviews: a review is scheduled for a few seconds so that it can be undone. Once written,
// it goes to the server and may pay a tester. Scheduled reviews are stored on the disk, so closing
// the app loses none.
import { storing } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { type Decision, type PendingReview, pendingReviewPrefix } from "../outbox/pending-review.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { reportsDecide } from "./feedback.ts";

const hasLocks = () => typeof navigator !== "undefined" && "locks" in navigator;
/** Where the browser has no locks: longer than any page holds a decision. */
const LEFT_BEHIND_MS = 30_000;

/**
 * Keeps one decision about several reports without carrying it out. @param holder see
 * `lockWhilePageLives`
 */
export async function scheduleReview(
  store: Store,
  ids: readonly string[],
  decision: Decision,
  holder: string,
): Promise<Result<void>> {
  const value: PendingReview = { decision, holder };
  const at = new Date().toISOString();
  return storing(async () => {
    await store.side.drafts.bulkPut(ids.map((id) => ({ key: pendingReviewPrefix + id, value, at })));
  });
}

/** Marks a page as alive: it commits its scheduled reviews itself. @returns ends the mark */
export function lockWhilePageLives(holder: string): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The browser gives the lock free when the page dies, however it dies.
  // A page that is being left gets no lock any more, and holds nothing either.
  if (hasLocks()) navigator.locks.request(holder, () => ended).catch(() => undefined);
  return end;
}

/** Undoes scheduled reviews. Another page may have committed some of them already. */
export async function undoReview(store: Store, ids: readonly string[]): Promise<Result<void>> {
  const keys = ids.map((id) => pendingReviewPrefix + id);
  const undone = await storing(() =>
    store.side.transaction("rw", store.side.drafts, async () => {
      const scheduled = await store.side.drafts.bulkGet(keys);
      await store.side.drafts.bulkDelete(keys);
      return scheduled.every((one) => one !== undefined);
    }),
  );
  if (!undone.ok) return undone;
  return undone.value ? ok(undefined) : fail({ type: "not_found" });
}

/**
 * Rows per transaction. A single one would be fastest, but it blocks the screen, and a page closed
 * half-way would have written nothing.
 */
const together = 500;

/** Commits scheduled reviews. Continues after a failure. @returns the first failure, if any */
export async function commitReview(store: Store, ids: readonly string[]): Promise<Result<void>> {
  let first: Result<void> = ok(undefined);
  for (let from = 0; from < ids.length; from += together) {
    const some = ids.slice(from, from + together);
    const scheduled = await store.side.drafts.bulkGet(some.map((id) => pendingReviewPrefix + id));
    const decisions = some.flatMap((id, index) => {
      const decision = (scheduled[index]?.value as PendingReview | undefined)?.decision;
      return decision ? [[id, decision] as const] : [];
    });
    const done = await reportsDecide(store, decisions);
    // Written or impossible: either way there is nothing left to hold. On a failure of the disk it
    // stays.
    const over = decisions.filter((_, index) => {
      const one = done[index];
      return one?.ok || one?.error.type === "not_allowed" || one?.error.type === "not_found";
    });
    const removed = await storing(() => store.side.drafts.bulkDelete(over.map(([id]) => pendingReviewPrefix + id)));
    const failed = [...done, removed].find((one) => !one.ok);
    if (first.ok && failed && !failed.ok) first = failed;
  }
  return first;
}

/** Commits the scheduled reviews of pages that no longer exist. */
export async function decisionsSettle(store: Store, now = Date.now()): Promise<void> {
  const left = new Map<string, string[]>();
  for (const { key, at, value } of await store.side.drafts.where("key").startsWith(pendingReviewPrefix).toArray()) {
    const { holder } = value as PendingReview;
    const old = now - new Date(at).getTime() > LEFT_BEHIND_MS;
    if (!hasLocks() && !old) continue;
    left.set(holder, [...(left.get(holder) ?? []), key.slice(pendingReviewPrefix.length)]);
  }
  for (const [holder, ids] of left) {
    if (!hasLocks()) await commitReview(store, ids);
    else {
      await navigator.locks.request(holder, { ifAvailable: true }, async (lock) => {
        if (lock) await commitReview(store, ids);
      });
    }
  }
}
