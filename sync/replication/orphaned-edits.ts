// Requeues orphaned edits: the tab died between storing an edit and announcing it, and a later edit
// of another tab moved RxDB's push checkpoint past it. Storing the row again, unchanged, makes RxDB
// push it.
import type { Store } from "../database/store.ts";
import { rewritePendingRows } from "../outbox/pending-changes.ts";
import type { CollectionName } from "../schema/collections.ts";

/** Announced edits are pushed long before that. */
const toldOfMs = 30_000;

/**
 * Call it while nothing is being pushed: a row that has been pending for a while is orphaned then.
 */
export const requeueOrphanedEdits = (store: Store, name: CollectionName): Promise<void> =>
  rewritePendingRows(store, name, Date.now() - toldOfMs);
