// Resolves outbox entries: sends a rejected change again, restores a text, or discards it. Only the
// person removes entries.
import { deepEqual } from "rxdb";
import { type OutboxEntry, storing } from "../database/device-db.ts";
import { mergeList } from "../database/merge.ts";
import { keepRecovered } from "../database/outbox-writer.ts";
import type { Store } from "../database/store.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import {
  canReach,
  decidedStates,
  decisionColumns,
  isAuthor,
  ownColumns,
  stateColumns,
  type Writer,
} from "../schema/own.ts";
import { lostCode } from "../schema/rejections.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { retryItem } from "../uploads/pending-items.ts";
import { type Edits, mutate, wrongState } from "./row.ts";

/**
 * Sends a rejected change again. In an existing row, only columns that the person changed are
 * written; texts that someone else changed since stay in the outbox for comparison.
 * @param change columns that the person corrected
 */
export const rejectedRetry = (store: Store, key: string, change: Record<string, string> = {}): Promise<Result<void>> =>
  withEntry(store, key, "rejected", (edits, entry) =>
    sendAgain(store, edits, { ...entry, doc: { ...entry.doc, ...change } }),
  );

/** Removes an entry and writes its row in one transaction. */
async function withEntry(
  store: Store,
  key: string,
  kind: OutboxEntry["kind"],
  task: (edits: Edits, entry: OutboxEntry) => Promise<Result<void>>,
): Promise<Result<void>> {
  const { outbox } = store.device;
  const found = await outbox.get(key);
  if (!found) return ok(undefined);
  if (found.kind !== kind || !store.has(found.collection)) return wrongState;
  return mutate(store, [found.collection], async (edits) => {
    // Reads again, because another tab may have changed or removed it.
    const entry = await outbox.get(key);
    return entry ? task(edits, entry) : ok(undefined);
  });
}

/** Writes a rejected change into its row and removes its outbox entry. */
export async function sendAgain(store: Store, edits: Edits, entry: OutboxEntry): Promise<Result<void>> {
  const { outbox } = store.device;
  const { collection, id, doc, code } = entry;
  const now: Columns | undefined = (await edits.read(collection, [id])).get(id);
  if (doc._deleted) {
    const gone: Result<unknown> = now ? await edits.patch(collection, id, { _deleted: true }) : ok(undefined);
    if (gone.ok) await outbox.delete(entry.key);
    return gone.ok ? ok(undefined) : gone;
  }
  // The report was lost too: its tester must send it again first.
  if (!now && code === lostCode && !isAuthor(collection, store, doc)) return fail({ type: "not_found" });
  const sent = now ? patchOf(store, entry, now) : doc;
  // Cast: the insert checks the columns against the collection's schema.
  const whole = doc as never;
  const done = now
    ? await edits.patch(collection, id, sent)
    : await edits.insert(collection, whole, Number(doc.sync_seq ?? 0));
  if (!done.ok) return done;
  if (now) await keepUnsent(store, collection, now, sent);
  // Texts that were not sent stay in the outbox.
  for (const text of textsOutside(entry, { ...now, ...sent }))
    await keepRecovered(store.device, collection, doc, text, String(doc[text]), code === lostCode ? code : undefined);
  await outbox.delete(entry.key);
  return ok(undefined);
}

type Columns = Readonly<Record<string, unknown>>;

/** Moves texts to the outbox that the server does not have yet and that a patch replaces. */
async function keepUnsent(store: Store, collection: CollectionName, now: Columns, patch: Columns): Promise<void> {
  if (now.sync_xid !== "") return;
  for (const field of collections[collection].texts) {
    const text = String(now[field] ?? "");
    if (text.trim() !== "" && field in patch && patch[field] !== text)
      await keepRecovered(store.device, collection, { ...now }, field, text);
  }
}

/** Returns texts of an entry that its row will lack: this person cannot change the column. */
const textsOutside = ({ collection, doc, base }: OutboxEntry, row: Columns): readonly string[] =>
  collections[collection].texts.filter(
    (text) => String(doc[text] ?? "").trim() !== "" && doc[text] !== row[text] && doc[text] !== base?.[text],
  );

/** Returns the columns of an entry to write into an existing row. */
function patchOf(store: Store, { collection, doc, base, code }: OutboxEntry, now: Columns): Columns {
  const { update } = collections[collection];
  const own = ownColumns(collection, store, doc).filter((c) => update.includes(c));
  if (code !== lostCode) {
    if (base) return changesOf(collection, doc, base, now);
    // Skips the reviewers' columns: they may have changed since.
    return Object.fromEntries((isAuthor(collection, store, doc) ? own : update).map((c) => [c, doc[c]]));
  }
  // Other people's columns may have changed, so only the author's are sent.
  const due = own.filter((c) => c !== "status" || canReach(collection, store, now.status, doc.status));
  return Object.fromEntries(due.map((c) => [c, doc[c]]));
}

/** Returns the person's changes, merged with the current row. A decision counts as a whole. */
function changesOf(collection: CollectionName, doc: Columns, base: Columns, now: Columns): Columns {
  const { update, lists, texts } = collections[collection];
  const decision = decidedStates(collection, doc, base).flatMap((state) => decisionColumns(collection, state));
  const patch: Record<string, unknown> = {};
  for (const column of update) {
    const mine = doc[column];
    if (decision.includes(column)) patch[column] = mine;
    else if (deepEqual(mine, base[column])) continue;
    else if (lists.includes(column)) patch[column] = mergeList(column, base[column], mine, now[column]);
    else if (!texts.includes(column) || deepEqual(now[column], base[column])) patch[column] = mine;
  }
  return patch;
}

const lostOnes = new Set<string>([lostCode, "missing_parent"]);

/** True if the server lost the row, or rejected a change because of a lost row. */
export const isLost = ({ kind, code }: OutboxEntry): boolean => kind === "rejected" && lostOnes.has(code);

/**
 * Sends everything again that the server has lost, parents first, and the changes rejected because
 * of it.
 * @returns the first failure, if any; the others are sent nevertheless
 */
export async function lostSendAll(store: Store): Promise<Result<void>> {
  const names = Object.keys(collections);
  const entries = (await store.device.outbox.toArray()).filter(isLost);
  entries.sort((a, b) => names.indexOf(a.collection) - names.indexOf(b.collection) || a.at.localeCompare(b.at));
  let first: Result<void> = ok(undefined);
  for (const { key } of entries) {
    const done = await rejectedRetry(store, key);
    if (first.ok && !done.ok) first = done;
  }
  return first;
}

/** True for an overruled decision, false for a text. */
export const isDecision = ({ collection, field }: Pick<OutboxEntry, "collection" | "field">): boolean =>
  stateColumns(collection).includes(field);

/** True if the row is again in a state that allows an overruled decision. */
export const canDecideAgain = ({ collection, doc, field }: OutboxEntry, writer: Writer, now: Columns): boolean =>
  field === "results_status"
    ? now.results_status === "submitted"
    : now.status !== doc.status && canReach(collection, writer, now.status, doc.status);

/** Restores a recovered text into its row, or repeats an overruled decision. */
export const restoreText = (store: Store, key: string): Promise<Result<void>> =>
  withEntry(store, key, "recovered", async (edits, entry) => {
    const { collection, id, doc, field, text } = entry;
    const now = (await edits.read(collection, [id])).get(id);
    if (!now) return fail({ type: "not_found" });
    const decides = isDecision(entry);
    if (decides && !canDecideAgain(entry, store, now)) return wrongState;
    const columns = decides ? decisionColumns(collection, field) : [field];
    const patch = Object.fromEntries(columns.map((c) => [c, c === field ? text : doc[c]]));
    const done = await edits.patch(collection, id, patch);
    if (!done.ok) return done;
    await keepUnsent(store, collection, now, patch);
    await store.device.outbox.delete(key);
    return ok(undefined);
  });

export const rejectedDiscard = (store: Store, key: string): Promise<Result<void>> =>
  storing(() => store.transaction(["outbox"], () => store.device.outbox.delete(key)));

export const retryPendingItem = (store: Store, key: string): Promise<Result<void>> =>
  storing(() => store.transaction(["pending"], () => retryItem(store.device.pending, key)));
