// An edit that nobody offers: its tab died between storing it and telling of it, and a later edit
// from another tab has moved RxDB's note of what was offered past it. Stored once more, as it is,
// it is offered with that.
import type { Store } from "../database/store.ts";
import { rewritePendingRows } from "../outbox/pending-changes.ts";
import type { CollectionName } from "../schema/collections.ts";

/** What was told of is offered long before. */
const toldOfMs = 30_000;

/**
 * To be asked while nothing is being sent: what waits then, and has waited for a while, was left
 * behind.
 */
export const requeueOrphanedEdits = (store: Store, name: CollectionName): Promise<void> =>
  rewritePendingRows(store, name, Date.now() - toldOfMs);
