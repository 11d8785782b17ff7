// Pushes a batch of local edits through `sync_push` and sorts the answer. Applied: the server's row
// replaces the local one. Conflict: the conflict handler merges it. Rejected: it goes to the
// outbox, then the row is reverted. One row never blocks the others.
import { pastOf } from "../database/base-versions.ts";
import { elsewhere, isSameState } from "../database/merge.ts";
import { keepRecovered, keepRefused } from "../database/outbox-writer.ts";
import { type SyncedDoc, withoutMeta } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, storedRows, storedWhole } from "../outbox/pending-changes.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import { lostCode } from "../schema/refusals.ts";
import type { RefusedCall } from "../transport/result.ts";
import { again, done, retryUntilDone } from "../transport/retry-policy.ts";
import { type PushCall, type PushRow, type SortedRows, sendRows } from "./push-call.ts";
import { partsOf } from "./push-parts.ts";
import type { PushQueue } from "./push-queue.ts";

type Rejection = SortedRows["rejected"][number];

/** What a row belongs to: the collection, and the column that names the row there. */
export const parentOf: Partial<Record<CollectionName, readonly (readonly [CollectionName, string])[]>> = {
  briefs: [["campaigns", "id"]],
  releases: [["apps", "app_id"]],
  feedback: [["applications", "application_id"]],
  comments: [["feedback", "feedback_id"]],
};
const parentRetries = 3;
const parentPauseMs = 500;

export interface PusherOptions extends PushCall {
  store: Store;
  queue: PushQueue;
  /**
   * A whole collection is refused (not one row of it), and is tried again later; null: it is taken
   * again.
   */
  blocked(collection: CollectionName, failure: RefusedCall | null): void;
}

/**
 * Pushes rows of one collection.
 * @returns the server's rows. RxDB passes them to the conflict handler, which knows the settled
 * ones
 */
export async function pushRows(
  options: PusherOptions,
  name: CollectionName,
  rows: readonly PushRow[],
): Promise<SyncedDoc[]> {
  const { store, signal } = options;
  const ids = rows.map(({ newDocumentState: { id } }) => id);
  const stored = await storedWhole(store, name, ids);
  const standing = new Map(stored.map((row) => [withoutMeta(row).id, row]));
  // A conflict that was resolved to the server's version is no edit; RxDB offers it once more all
  // the same. Nor is a state that the row has left: RxDB offers that too when it saw it twice, with
  // a base that came later, and it would be written over what it was merged with.
  let open = rows.flatMap(({ newDocumentState: doc, assumedMasterState }): PushRow[] => {
    const now = standing.get(doc.id);
    if (doc.sync_xid !== "" || (now !== undefined && !isSameState(withoutMeta(now), doc))) return [];
    const past = now && pastOf(now);
    return [{ newDocumentState: doc, ...(assumedMasterState && { assumedMasterState }), ...(past && { past }) }];
  });
  store.merge.inFlight.noteSending(name, open);
  const masters: SyncedDoc[] = [];
  const rank = Object.keys(collections).indexOf(name);
  for (let attempt = 0; open.length > 0; attempt++) {
    const answer: SortedRows = { applied: [], conflicts: [], rejected: [] };
    for (const part of partsOf(open)) {
      const { applied, conflicts, rejected } = await sendUntilTaken(options, rank, name, part);
      answer.applied.push(...applied);
      answer.conflicts.push(...conflicts);
      answer.rejected.push(...rejected);
    }
    const byId = new Map(open.map((r) => [r.newDocumentState.id, r]));
    // An applied row comes back as the server has it and replaces the local one. This confirms the
    // edit at once; a pull that skipped the row meanwhile cannot leave it pending for ever.
    for (const row of answer.applied) {
      const sent = byId.get(row.id);
      if (!sent) continue;
      await keepDifferent(store, name, sent.newDocumentState, row);
      store.merge.inFlight.settle(name, sent.newDocumentState);
      masters.push(row);
    }
    masters.push(...answer.conflicts);
    // Made and thrown away before the server ever knew of it: it took the tombstone and has no row
    // to show for it.
    const told = new Set([...answer.applied, ...answer.conflicts, ...answer.rejected].map((r) => r.id));
    for (const { newDocumentState: doc } of open) {
      if (!doc._deleted || told.has(doc.id)) continue;
      store.merge.inFlight.settle(name, doc);
      masters.push(tombstone(doc));
    }
    const waiting: PushRow[] = [];
    for (const rejection of answer.rejected) {
      const row = byId.get(rejection.id);
      if (!row) continue;
      if (rejection.code === "missing_parent" && attempt < parentRetries && (await parentIsQueued(store, name, row))) {
        waiting.push(row);
      } else masters.push(await refuse(store, name, row, rejection));
    }
    open = waiting;
    // The tries are few: what wakes other calls does not use them up.
    if (open.length > 0) await options.transport.pause(attempt, signal, parentPauseMs);
  }
  return masters;
}

/**
 * The server has a different text under this edit's `sync_client` and `sync_seq`: another store
 * uses the same id, since its browser was copied while it ran. Without this check the local text
 * would be lost silently.
 */
async function keepDifferent(store: Store, name: CollectionName, sent: SyncedDoc, row: SyncedDoc): Promise<void> {
  if (row.sync_client !== sent.sync_client || row._deleted || sent._deleted) return;
  const differing = collections[name].texts.filter((field) => sent[field] !== row[field]);
  if (differing.length === 0) return;
  const [now] = await storedRows(store, name, [row.id]);
  // A later edit of this very store: sent by another tab meanwhile.
  const own = now?.sync_client === row.sync_client && now.sync_seq >= row.sync_seq && row.sync_seq > sent.sync_seq;
  if (own) return;
  for (const field of differing) {
    const text = sent[field];
    if (typeof text === "string" && text.trim() !== "") await keepRecovered(store.side, name, sent, field, text);
  }
}

/**
 * Nothing of a batch that was refused as a whole is marked as sent: the rows stay and are offered
 * again, ever more rarely.
 */
async function sendUntilTaken(
  options: PusherOptions,
  rank: number,
  name: CollectionName,
  rows: PushRow[],
): Promise<SortedRows> {
  return retryUntilDone(options.transport, options.signal, async () => {
    const answer = await options.queue.run(rank, () => sendRows(options, name, rows));
    options.blocked(name, answer.ok ? null : answer.error);
    return answer.ok ? done(answer.value) : again;
  });
}

/** A deleted row that the server never had. */
const tombstone = (doc: SyncedDoc): SyncedDoc => ({ ...doc, _deleted: true, sync_xid: "0" });

/**
 * Is the row's parent still pending? A rejected or missing parent does not count: the child is
 * rejected, too.
 */
async function parentIsQueued(store: Store, name: CollectionName, row: PushRow): Promise<boolean> {
  for (const [parent, column] of parentOf[name] ?? []) {
    const id = row.newDocumentState[column];
    if (typeof id !== "string" || !store.has(parent)) continue;
    if ((await pendingRows(store, parent)).some((row) => row.id === id && !row._deleted)) return true;
  }
  return false;
}

/**
 * Keeps the person's version in the outbox BEFORE it is reverted, and says which version to revert
 * to.
 */
async function refuse(store: Store, name: CollectionName, row: PushRow, rejection: Rejection): Promise<SyncedDoc> {
  const doc = row.newDocumentState;
  const lost = row.assumedMasterState?.sync_xid === elsewhere && rejection.row === null;
  // Thrown away, and lost there.
  if (lost && doc._deleted) return tombstone(doc);
  const code = lost ? lostCode : rejection.code;
  const { message } = rejection;
  const { side } = store;
  await side.transaction("rw", side.outbox, () =>
    keepRefused(side, { collection: name, doc, code, message }, rejection.row),
  );
  store.merge.inFlight.settle(name, doc);
  return rejection.row ?? tombstone(doc);
}
