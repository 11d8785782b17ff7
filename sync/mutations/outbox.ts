// What a person does with a change that the server refused, or a text that lost a conflict: send it
// again, take the text back, or let it go. Nothing leaves the outbox on its own.
import { deepEqual } from "rxdb";
import * as v from "valibot";
import { type OutboxEntry, storing } from "../database/device-db.ts";
import { keepRecovered } from "../database/outbox-writer.ts";
import type { Store } from "../database/store.ts";
import { collections, schemas } from "../schema/collections.ts";
import { canReach, decisionColumns, isAuthor, ownColumns, type Writer } from "../schema/own.ts";
import { lostCode } from "../schema/refusals.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { retryItem } from "../uploads/pending-items.ts";
import { insertColumns, issuesOf, patchRow } from "./row.ts";

/**
 * Sends a refused change again. On a row that exists, only the columns that a person may write are
 * taken over.
 */
export async function refusedRetry(store: Store, key: string): Promise<Result<void>> {
  const entry = await store.side.outbox.get(key);
  if (!entry) return ok(undefined);
  if (entry.kind !== "refused" || !store.has(entry.collection))
    return fail({ type: "not_allowed", code: "wrong_state" });
  const found = await store.collection(entry.collection).findOne(entry.id).exec();
  // A review of a report that its tester has to send again first.
  if (!found && entry.code === lostCode && !isAuthor(entry.collection, store, entry.doc))
    return fail({ type: "not_found" });
  const now = found?.toJSON() as Columns | undefined;
  const sent = now ? patchOf(store, entry, now) : entry.doc;
  const done = now
    ? await patchRow(store, entry.collection, entry.id, sent)
    : await insertColumns(store, entry.collection, sent, Number(entry.doc.sync_seq ?? 0));
  if (!done.ok) return done;
  return removeEntry(store, entry, textsOutside(entry, { ...now, ...sent }));
}

type Columns = Readonly<Record<string, unknown>>;

/**
 * Texts of an entry that the row will not contain: the column cannot be changed, or not by this
 * person.
 */
const textsOutside = ({ collection, doc }: OutboxEntry, row: Columns): readonly string[] =>
  collections[collection].texts.filter((text) => String(doc[text] ?? "").trim() !== "" && doc[text] !== row[text]);

/** The columns of an entry to write into an existing row. */
function patchOf(store: Store, { collection, doc, code }: OutboxEntry, now: Columns): Columns {
  const { update } = collections[collection];
  const own = ownColumns(collection, store, doc).filter((c) => update.includes(c));
  if (code !== lostCode) {
    // An author's change does not take the reviewers' columns back: they may have written since.
    return Object.fromEntries((isAuthor(collection, store, doc) ? own : update).map((c) => [c, doc[c]]));
  }
  // The others have written on, or will: what of it was theirs is not sent in their place.
  const due = own.filter((c) => c !== "status" || canReach(collection, store, now.status, doc.status));
  return Object.fromEntries(due.map((c) => [c, doc[c]]));
}

const lostOnes = new Set<string>([lostCode, "missing_parent"]);

/** Is it what the server lost, or was it refused because of that? */
export const isLost = ({ kind, code }: OutboxEntry): boolean => kind === "refused" && lostOnes.has(code);

/**
 * Sends everything again that the server has lost, parents first, and what was refused for want of
 * them.
 * @returns the first failure, if there was one; the others are sent all the same
 */
export async function lostSendAll(store: Store): Promise<Result<void>> {
  const names = Object.keys(collections);
  const entries = (await store.side.outbox.toArray()).filter(isLost);
  entries.sort((a, b) => names.indexOf(a.collection) - names.indexOf(b.collection) || a.at.localeCompare(b.at));
  let first: Result<void> = ok(undefined);
  for (const { key } of entries) {
    const done = await refusedRetry(store, key);
    if (first.ok && !done.ok) first = done;
  }
  return first;
}

/** Changes what a refused change says, to be sent again after. */
export async function editRejected(store: Store, key: string, change: Record<string, string>): Promise<Result<void>> {
  const { outbox } = store.side;
  // In one transaction: a refusal that comes meanwhile puts a newer version there.
  const edited = await storing(() =>
    store.side.transaction("rw", outbox, async (): Promise<Result<void>> => {
      const entry = await outbox.get(key);
      if (!entry) return ok(undefined);
      const doc = { ...entry.doc, ...change };
      const parsed = v.safeParse(schemas[entry.collection], doc);
      if (!parsed.success) return fail(issuesOf(parsed.issues));
      await outbox.put({ ...entry, doc });
      return ok(undefined);
    }),
  );
  return edited.ok ? edited.value : edited;
}

/**
 * Can a decision that another one overruled be made now? (The row may have come back to where it
 * can be decided.)
 */
export const canDecideAgain = ({ collection, doc }: OutboxEntry, writer: Writer, now: Columns): boolean =>
  now.status !== doc.status && canReach(collection, writer, now.status, doc.status);

/** Puts a recovered text back into its row, or makes an overruled decision again. */
export async function restoreText(store: Store, key: string): Promise<Result<void>> {
  const entry = await store.side.outbox.get(key);
  if (!entry) return ok(undefined);
  if (entry.kind !== "recovered" || !store.has(entry.collection))
    return fail({ type: "not_allowed", code: "wrong_state" });
  if (entry.field === "status") {
    const found = await store.collection(entry.collection).findOne(entry.id).exec();
    if (!found) return fail({ type: "not_found" });
    if (!canDecideAgain(entry, store, found.toJSON())) return fail({ type: "not_allowed", code: "wrong_state" });
  }
  const columns = entry.field === "status" ? decisionColumns(entry.collection) : [entry.field];
  const patch = Object.fromEntries(columns.map((c) => [c, c === entry.field ? entry.text : entry.doc[c]]));
  const done = await patchRow(store, entry.collection, entry.id, patch);
  if (!done.ok) return done;
  return removeEntry(store, entry);
}

/**
 * Removes an entry that was sent again; not what has taken its place: changed meanwhile, or refused
 * again.
 * @param unsent its texts that were not sent: they stay, to be read and copied
 */
const removeEntry = ({ side }: Store, entry: OutboxEntry, unsent: readonly string[] = []): Promise<Result<void>> =>
  storing(() =>
    side.transaction("rw", side.outbox, async () => {
      const now = await side.outbox.get(entry.key);
      if (now?.at !== entry.at || !deepEqual(now.doc, entry.doc)) return;
      const { collection, doc, code } = entry;
      for (const text of unsent) {
        await keepRecovered(side, collection, doc, text, String(doc[text]), code === lostCode ? code : undefined);
      }
      await side.outbox.delete(entry.key);
    }),
  );

/** Lets a refused change or recovered text go. */
export const refusedDiscard = (store: Store, key: string): Promise<Result<void>> =>
  storing(() => store.side.outbox.delete(key));

/** Has a rejected file or message tried again. */
export const retryPendingItem = (store: Store, key: string): Promise<Result<void>> =>
  storing(() => retryItem(store.side.pending, key));
