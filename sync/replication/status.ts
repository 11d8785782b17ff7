// The sync status: is the server reachable, how much is pending, what was rejected. Counted from
// the store, so that all tabs agree; the leader publishes the rest over a channel.
import { liveQuery } from "dexie";
import { deepEqual } from "rxdb";
import {
  auditTime,
  type BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  from,
  fromEvent,
  map,
  merge,
  type Observable,
  of,
  type Subscription,
  startWith,
} from "rxjs";
import { readMeta } from "../database/device-db.ts";
import { isFile, type PendingFile, type PendingItem } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, queryOnChange, waitingCounts, workOf } from "../outbox/pending-changes.ts";
import { pendingReviewPrefix } from "../outbox/pending-review.ts";
import { pendingItems } from "../uploads/pending-items.ts";

export interface SyncStatus {
  /** Did the last call reach the server? */
  online: boolean;
  phase: "idle" | "syncing" | "offline" | "locked" | "error";
  /** False on a fresh device until the first pull is through; null: not known yet. */
  firstSyncDone: boolean | null;
  /**
   * Local edits (decisions that can still be undone, too) and uploads that the server has not
   * confirmed.
   */
  waiting: number;
  /** Refused changes, refused uploads and recovered texts: they need the person. */
  refused: number;
  lastSyncedAt: string | null;
  /** Files on their way, with the bytes that are out. */
  uploads: Pick<PendingFile, "key" | "kind" | "name" | "sent" | "size">[];
  storage: { usage: number; quota: number; persisted: boolean } | null;
  /** False in private browsing, where it can be detected: closing the window deletes everything. */
  lasting: boolean;
  /** The server lacks migrations that this version of the app was built with. */
  serverOlder: boolean;
  /** Machine code of a collection that stopped for good. */
  problem: string | null;
}

/** What the leader publishes: the part of the status that is not in the store. */
export type LiveStatus = Pick<SyncStatus, "online" | "serverOlder" | "problem"> & {
  active: boolean;
  locked: boolean;
};

/** Updates `status$` from a store and the leader's messages. */
export function observeStatus(
  store: Store,
  live$: Observable<LiveStatus>,
  status$: BehaviorSubject<SyncStatus>,
): Subscription {
  const side = from(
    liveQuery(async () => ({
      items: await pendingItems(store),
      outbox: await store.side.outbox.count(),
      held: await heldCount(store),
      lastSyncedAt: (await readMeta<string>(store.side, "last_synced_at")) ?? null,
      firstSyncDone: (await readMeta<boolean>(store.side, "first_sync_done")) ?? false,
    })),
  );
  const parts = combineLatest([
    waitingCounts(store, workOf(store)),
    side,
    live$,
    browserOnline$(),
    draftIds(store),
  ]).pipe(
    auditTime(0),
    distinctUntilChanged((a, b) => deepEqual(a, b)),
  );
  return parts.subscribe(([counts, kept, told, there, drafts]) => {
    const live = { ...told, online: told.online && there };
    // Files of a draft are not counted: they are sent with their report.
    const isDue = ({ kind, subject }: PendingItem) => kind !== "attachment" || !drafts.includes(subject);
    const pending = kept.items.filter((item) => item.state === "pending" && isDue(item));
    const rejected = kept.items.filter((item) => item.state === "rejected").length;
    const rows = Object.values(counts).reduce((a, b) => a + b, 0);
    status$.next({
      ...status$.value,
      online: live.online,
      serverOlder: live.serverOlder,
      problem: live.problem,
      phase: phaseOf(live, kept.firstSyncDone),
      // A review that can still be undone counts as pending.
      waiting: rows + kept.held + pending.length,
      refused: kept.outbox + rejected,
      lastSyncedAt: kept.lastSyncedAt,
      firstSyncDone: kept.firstSyncDone,
      uploads: pending.filter(isFile).map(progressOf),
    });
  });
}

const heldCount = (store: Store) => store.side.drafts.where("key").startsWith(pendingReviewPrefix).count();

/** Reports that their author has not submitted yet. */
function draftIds(store: Store): Observable<string[]> {
  if (!store.has("feedback")) return of([]);
  const drafts = () =>
    store
      .collection("feedback")
      .find({ selector: { status: "draft" } })
      .exec();
  return queryOnChange(store, "feedback", async () => (await drafts()).map(({ id }) => id)).pipe(
    distinctUntilChanged((a, b) => deepEqual(a, b)),
  );
}

/**
 * A browser that reports "offline" is right, in every tab and whatever the leader published last.
 */
function browserOnline$(): Observable<boolean> {
  if (typeof window === "undefined") return of(true);
  return merge(fromEvent(window, "online"), fromEvent(window, "offline")).pipe(
    startWith(null),
    map(() => navigator.onLine),
  );
}

function phaseOf(live: LiveStatus, firstSyncDone: boolean): SyncStatus["phase"] {
  if (live.locked) return "locked";
  if (live.problem !== null) return "error";
  if (!live.online) return "offline";
  return live.active || !firstSyncDone ? "syncing" : "idle";
}

const progressOf = ({ key, kind, name, sent, size }: PendingFile) => ({ key, kind, name, sent, size });

/**
 * What signing out now would lose: rows, files, rejected and recovered texts, scheduled reviews,
 * and rows that a restored server may lack. Counted on the disk, for callers that cannot wait for
 * the status.
 */
export async function unsentNow(store: Store): Promise<number> {
  const [rows, kept, outbox, held, lost] = await Promise.all([
    Promise.all(workOf(store).map(async (name) => (await pendingRows(store, name)).length)),
    pendingItems(store),
    store.side.outbox.count(),
    heldCount(store),
    readMeta<boolean>(store.side, "restored").then((restored) => (restored ? store.side.ownRows.count() : 0)),
  ]);
  return rows.reduce((a, b) => a + b, 0) + kept.length + outbox + held + lost;
}

/** How much this site keeps on the device; null where the browser does not say. */
export async function storageEstimate(): Promise<SyncStatus["storage"]> {
  if (typeof navigator === "undefined" || !navigator.storage?.estimate) return null;
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { usage, quota, persisted };
}
