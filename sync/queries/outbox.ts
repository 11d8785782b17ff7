// The sync panel's lists: pending changes, rejected changes, and recovered texts.
import { combineLatest, map, of } from "rxjs";
import type { OutboxEntry } from "../database/device-db.ts";
import { liveDevice, type Query, query, rowOf } from "../database/query.ts";
import type { SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, queryOnChange, workOf } from "../outbox/pending-changes.ts";
import { pendingReviewPrefix, pendingReviews } from "../outbox/pending-review.ts";
import type { CollectionName } from "../schema/collections.ts";
import { ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";

export type RejectedChange = OutboxEntry;

/** Rejected changes and recovered texts, newest first. */
export const rejectedChanges = (): Query<RejectedChange[]> =>
  query("rejectedChanges", (store) => liveDevice(() => store.device.outbox.orderBy("at").reverse().toArray()));

/**
 * Observes the current row of a change; null if there is none. The outbox survives a change of
 * role, after which the store may lack the collection.
 */
export const rowOfChange = ({
  collection,
  id,
}: {
  collection: CollectionName;
  id: string;
}): Query<Record<string, unknown> | null> =>
  query(`rowOfChange ${collection} ${id}`, (store) =>
    store.has(collection) ? rowOf(store, collection, id) : of(null),
  );

export interface PendingChange {
  collection: CollectionName;
  id: string;
  /** The row's title, summary or name. */
  label: string;
  deleted: boolean;
  updated_at: string;
}

/** Unconfirmed rows, including deletions, oldest first. */
export const pendingChanges = (): Query<PendingChange[]> =>
  query("pendingChanges", (store) => {
    const names = workOf(store);
    if (names.length === 0) return of([]);
    const lists = names.map((name) =>
      queryOnChange(store, name, async () =>
        (await pendingRows(store, name)).map((unsent) => toPendingChange(name, unsent)),
      ),
    );
    return combineLatest(lists).pipe(map((all) => all.flat().sort((a, b) => a.updated_at.localeCompare(b.updated_at))));
  });

export const pendingReviewCount = (): Query<number> =>
  query("pendingReviewCount", (store) =>
    liveDevice(() => store.device.drafts.where("key").startsWith(pendingReviewPrefix).count()),
  );

function toPendingChange(collection: CollectionName, doc: SyncedDoc): PendingChange {
  const label = labelOf(doc);
  return { collection, id: doc.id, label, deleted: doc._deleted, updated_at: String(doc.updated_at) };
}

/** Returns a row's title, summary or name. */
export function labelOf(doc: Record<string, unknown>): string {
  const names = [doc.title, doc.summary, doc.campaign_title, doc.version, doc.name, doc.body];
  return String(names.find((text) => typeof text === "string" && text !== "") ?? "");
}

/** Exports everything that the server lacks as a JSON file, except images and builds. */
export async function unsentExport(store: Store): Promise<Result<string>> {
  const waiting = await Promise.all(
    workOf(store).map(async (collection) => (await pendingRows(store, collection)).map((doc) => ({ collection, doc }))),
  );
  const outbox = await store.device.outbox.orderBy("at").toArray();
  const scheduled = await pendingReviews(store);
  const decisions = scheduled.map(({ id, decision }) => ({ report: id, decision }));
  const all = { exported_at: timestamp(), waiting: waiting.flat(), decisions, outbox };
  return ok(JSON.stringify(all, null, 2));
}
