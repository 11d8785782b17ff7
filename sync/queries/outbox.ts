// The sync panel's lists: pending changes, rejected changes, texts that lost a conflict.
import { combineLatest, map, of } from "rxjs";
import type { OutboxEntry } from "../database/device-db.ts";
import { type Query, row, sideOf } from "../database/query.ts";
import type { SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { pendingRows, queryOnChange, workOf } from "../outbox/pending-changes.ts";
import { type PendingReview, pendingReviewPrefix } from "../outbox/pending-review.ts";
import type { CollectionName } from "../schema/collections.ts";
import { ok, type Result } from "../transport/result.ts";
import { timestamp } from "../transport/server-clock.ts";

export type RefusedChange = OutboxEntry;

/** Rejected changes and recovered texts, newest first. */
export const refusedChanges = (): Query<RefusedChange[]> => ({
  key: "refusedChanges",
  observe: (store) => sideOf(() => store.side.outbox.orderBy("at").reverse().toArray()),
});

/** The row of a change as it is on this device now; null: there is none. */
export const rowOfChange = ({ collection, id }: { collection: CollectionName; id: string }) =>
  row(`rowOfChange ${collection} ${id}`, collection, id) as Query<Record<string, unknown> | null>;

export interface PendingChange {
  collection: CollectionName;
  id: string;
  /** The row's title, summary or name. */
  label: string;
  deleted: boolean;
  updated_at: string;
}

/** Rows whose edit the server has not confirmed, deletions too, oldest first. */
export const pendingChanges = (): Query<PendingChange[]> => ({
  key: "pendingChanges",
  observe: (store) => {
    const names = workOf(store);
    if (names.length === 0) return of([]);
    const lists = names.map((name) =>
      queryOnChange(store, name, async () =>
        (await pendingRows(store, name)).map((unsent) => toPendingChange(name, unsent)),
      ),
    );
    return combineLatest(lists).pipe(map((all) => all.flat().sort((a, b) => a.updated_at.localeCompare(b.updated_at))));
  },
});

/** The number of reviews that can still be undone. */
export const pendingReviewCount = (): Query<number> => ({
  key: "pendingReviewCount",
  observe: (store) => sideOf(() => store.side.drafts.where("key").startsWith(pendingReviewPrefix).count()),
});

function toPendingChange(collection: CollectionName, doc: SyncedDoc): PendingChange {
  const label = labelOf(doc);
  return { collection, id: doc.id, label, deleted: doc._deleted, updated_at: String(doc.updated_at) };
}

/** A row's title, summary or name. */
export function labelOf(doc: Record<string, unknown>): string {
  const names = [doc.title, doc.summary, doc.campaign_title, doc.version, doc.name, doc.body];
  return String(names.find((text) => typeof text === "string" && text !== "") ?? "");
}

/** Everything that the server does not have, as a JSON file. Without images and builds. */
export async function unsentExport(store: Store): Promise<Result<string>> {
  const waiting = await Promise.all(
    workOf(store).map(async (collection) => (await pendingRows(store, collection)).map((doc) => ({ collection, doc }))),
  );
  const outbox = await store.side.outbox.orderBy("at").toArray();
  const scheduled = await store.side.drafts.where("key").startsWith(pendingReviewPrefix).toArray();
  const decisions = scheduled.map(({ key, value }) => ({
    report: key.slice(pendingReviewPrefix.length),
    decision: (value as PendingReview).decision,
  }));
  const all = { exported_at: timestamp(), waiting: waiting.flat(), decisions, outbox };
  return ok(JSON.stringify(all, null, 2));
}
