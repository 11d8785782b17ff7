// The sync status: connection, pending and rejected changes. Computed from the store, so that all
// tabs agree; the leader publishes the rest over a channel.
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
import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, queryOnChange, waitingCounts, workOf } from "../outbox/pending-changes.ts";
import { pendingReviewPrefix } from "../outbox/pending-review.ts";
import type { CollectionName } from "../schema/collections.ts";
import { pendingItems } from "../uploads/pending-items.ts";
import type { SlowProgress } from "./engine.ts";

export interface SyncStatus {
  /** True if the last call reached the server. */
  online: boolean;
  phase: "idle" | "syncing" | "offline" | "locked" | "error";
  /** False on a new device until the first pull ends; null while unknown. */
  firstSyncDone: boolean | null;
  /** Unconfirmed edits, scheduled reviews and uploads. */
  waiting: number;
  /** Rejected changes, rejected uploads and recovered texts, which need the person's decision. */
  rejected: number;
  lastSyncedAt: string | null;
  /** Progress of the running sync on a slow connection. Null when idle or not slow. */
  slow: SlowProgress | null;
  /** Running uploads, with the bytes sent. */
  uploads: Pick<PendingFile, "key" | "kind" | "name" | "sent" | "size">[];
  storage: { usage: number; quota: number; persisted: boolean } | null;
  /** False in detectable private browsing: closing the window deletes everything. */
  lasting: boolean;
  /** The server lacks migrations that this version of the app was built with. */
  serverOlder: boolean;
  /** Code of a collection that stopped permanently. */
  problem: string | null;
  /** Collections whose rows are incomplete on this device. */
  lacking: readonly CollectionName[];
}

/** The part of the status that the leader publishes, because the store lacks it. */
export type LiveStatus = Pick<SyncStatus, "online" | "serverOlder" | "problem" | "lacking" | "slow"> & {
  active: boolean;
  locked: boolean;
};

export function observeStatus(
  store: Store,
  live$: Observable<LiveStatus>,
  status$: BehaviorSubject<SyncStatus>,
): Subscription {
  const device = from(
    liveQuery(async () => ({
      items: await pendingItems(store),
      outbox: await store.device.outbox.count(),
      held: await heldCount(store),
      lastSyncedAt: (await readMeta<string>(store.device, "last_synced_at")) ?? null,
      firstSyncDone: (await readMeta<boolean>(store.device, "first_sync_done")) ?? false,
    })),
  );
  const parts = combineLatest([
    waitingCounts(store, workOf(store)),
    device,
    live$,
    browserOnline$(),
    draftIds(store),
    store.shut$,
  ]).pipe(
    auditTime(0),
    distinctUntilChanged((a, b) => deepEqual(a, b)),
  );
  return parts.subscribe(([counts, kept, told, there, drafts, shut]) => {
    const problem = shut === null ? told.problem : `device:store:${shut}`;
    const live = { ...told, problem, online: told.online && there };
    // Files of a draft are sent with their report, so they are not counted.
    const isDue = ({ kind, subject }: PendingItem) => kind !== "attachment" || !drafts.includes(subject);
    const pending = kept.items.filter((item) => item.state === "pending" && isDue(item));
    const rejected = kept.items.filter((item) => item.state === "rejected").length;
    const rows = Object.values(counts).reduce((a, b) => a + b, 0);
    status$.next({
      ...status$.value,
      online: live.online,
      serverOlder: live.serverOlder,
      problem: live.problem,
      // A leader with an older version of the app does not send it.
      lacking: live.lacking ?? [],
      slow: live.online ? live.slow : null,
      phase: phaseOf(live, kept.firstSyncDone),
      // A scheduled review counts as pending.
      waiting: rows + kept.held + pending.length,
      rejected: kept.outbox + rejected,
      lastSyncedAt: kept.lastSyncedAt,
      firstSyncDone: kept.firstSyncDone,
      uploads: pending.filter(isFile).map(progressOf),
    });
  });
}

const heldCount = (store: Store) => store.device.drafts.where("key").startsWith(pendingReviewPrefix).count();

function draftIds(store: Store): Observable<string[]> {
  if (!store.has("feedback")) return of([]);
  const drafts = async () => (await docsOf(store, "feedback", { status: "draft" })).map(({ id }) => id);
  return queryOnChange(store, "feedback", drafts).pipe(distinctUntilChanged((a, b) => deepEqual(a, b)));
}

/** False if the browser reports "offline", which every tab sees, whatever the leader says. */
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
 * Counts what signing out now would lose: rows, files, rejected and recovered texts, scheduled
 * reviews, and rows that a restored server may lack. Reads the disk, for callers that cannot wait
 * for the status.
 */
export async function unsentNow(store: Store): Promise<number> {
  const [rows, kept, outbox, held, lost] = await Promise.all([
    Promise.all(workOf(store).map(async (name) => (await pendingRows(store, name)).length)),
    pendingItems(store),
    store.device.outbox.count(),
    heldCount(store),
    readMeta<boolean>(store.device, "restored").then((restored) => (restored ? store.device.ownRows.count() : 0)),
  ]);
  return rows.reduce((a, b) => a + b, 0) + kept.length + outbox + held + lost;
}

/** Returns this site's storage usage; null if the browser does not report it. */
export async function storageEstimate(): Promise<SyncStatus["storage"]> {
  if (typeof navigator === "undefined" || !navigator.storage?.estimate) return null;
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  return { usage, quota, persisted };
}
