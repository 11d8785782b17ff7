// Decides how an answer of the server changes a row on the device. The table of cases is
// tests/unit/sync/server-row.test.ts.
import { deepEqual } from "rxdb";
import { type CollectionName, collections, writableColumns } from "../schema/collections.ts";
import type { Writer } from "../schema/own.ts";
import { lostCode } from "../schema/rejections.ts";
import { elsewhere, mergeList, mergeRows } from "./merge.ts";
import { isConfirmed, type SyncedDoc } from "./row.ts";

/** `sync_client` → the highest `sync_seq` among the earlier pending versions of a row. */
export type Past = Readonly<Record<string, number>>;

/** A row on the device. Confirmed rows have none of the optional fields. */
export interface LocalRow {
  doc: SyncedDoc;
  /** The base version of a pending row. Undefined: the server has no version. */
  base?: SyncedDoc | undefined;
  /** Earlier pending versions that may have been sent, in case their answers were lost. */
  past?: Past | undefined;
  /** The newest version pulled while the row was pending. */
  newer?: SyncedDoc | undefined;
}

export interface Sent {
  doc: SyncedDoc;
  base?: SyncedDoc | undefined;
}

export type ServerEvent =
  | { type: "pulled"; row: SyncedDoc }
  /** The server has this version, or a later one that contains it. */
  | { type: "applied"; row: SyncedDoc; sent: Sent }
  /** Another client wrote the row since its base version. */
  | { type: "conflict"; row: SyncedDoc; sent: Sent }
  /** A rule rejected the edit. `row`: null if this person sees none. */
  | { type: "rejected"; row: SyncedDoc | null; sent: Sent; code: string; message: string }
  /** A row that was created and deleted offline: the server never had it. */
  | { type: "unknown"; sent: Sent };

export interface Rejection {
  collection: CollectionName;
  /** The whole row as the person wrote it. */
  doc: Record<string, unknown>;
  /** The server's row that the edit started from. */
  base?: Record<string, unknown> | undefined;
  code: string;
  message: string;
}

export type OutboxWrite =
  | { kind: "rejected"; rejection: Rejection; current: SyncedDoc | null }
  | { kind: "recovered"; doc: SyncedDoc; field: string; text: string; code: string };

export interface Outcome {
  /** Null: the row does not change. */
  next: LocalRow | null;
  outbox: readonly OutboxWrite[];
}

/** Rejected read marks need no action: the notification is unread again. */
export const withoutWords: ReadonlySet<CollectionName> = new Set(["notifications"]);

const unchanged: Outcome = { next: null, outbox: [] };
const confirmed = (doc: SyncedDoc, outbox: readonly OutboxWrite[] = []): Outcome => ({ next: { doc }, outbox });

/** The stamps identify a state; comparing every column would cost more and say less. */
const isSameState = (a: SyncedDoc, b: SyncedDoc): boolean =>
  a.sync_xid === b.sync_xid && isSameEdit(a, b) && (a._deleted ?? false) === (b._deleted ?? false);

const isSameEdit = (a: SyncedDoc, b: SyncedDoc) => a.sync_client === b.sync_client && a.sync_seq === b.sync_seq;

const isPending = ({ doc }: LocalRow) => doc.sync_xid === "";

/**
 * `sync_seq` orders the server's versions of a row: the server never lowers it. `sync_xid` does
 * not: a transaction that began earlier may write later.
 */
const isOlder = (row: SyncedDoc, than: SyncedDoc | undefined) =>
  than !== undefined && isConfirmed(than) && than.sync_xid !== elsewhere && row.sync_seq < than.sync_seq;

const newest = (row: SyncedDoc, other: SyncedDoc | undefined) =>
  other !== undefined && isOlder(row, other) ? other : row;

/** A deleted row that the server never had. */
const tombstone = (doc: SyncedDoc): SyncedDoc => ({ ...doc, _deleted: true, sync_xid: "0" });

/** Returns a pending row's base version, or the confirmed row itself. */
export const baseOf = (local: LocalRow): SyncedDoc | undefined => (isPending(local) ? local.base : local.doc);

/** Returns the edited row with its base, and with the earlier version that may have been sent. */
export function editedRow(local: LocalRow | undefined, doc: SyncedDoc): LocalRow {
  if (local === undefined) return { doc };
  // A row that the server never had is no base: its text would count as known there.
  if (!isPending(local)) return isConfirmed(local.doc) ? { doc, base: local.doc } : { doc };
  return { ...local, doc, past: pastAfter(local) };
}

const pastAfter = ({ doc: { sync_client, sync_seq }, past = {} }: LocalRow): Past => ({
  ...past,
  [sync_client]: Math.max(past[sync_client] ?? 0, sync_seq),
});

/**
 * Returns the next local row and the outbox entries to write in the same transaction.
 * Late, repeated and reordered events lead to the same outcome.
 */
export function applyServerRow(
  name: CollectionName,
  local: LocalRow | undefined,
  event: ServerEvent,
  writer: Writer,
): Outcome {
  if (event.type === "pulled") return pulled(name, local, event.row);
  if (event.type === "rejected") return rejected(name, local, event);
  const { sent } = event;
  if (event.type === "unknown") return isCurrent(local, sent) ? confirmed(tombstone(sent.doc)) : unchanged;
  if (local === undefined || !isPending(local)) {
    const outcome = pulled(name, local, event.row);
    return event.type === "applied"
      ? { ...outcome, outbox: differingTexts(name, local?.doc, sent.doc, event.row) }
      : outcome;
  }
  if (event.type === "conflict") return merged(name, local, event.row, writer);
  const outbox = differingTexts(name, local.doc, sent.doc, event.row);
  if (isCurrent(local, sent)) return confirmed(newest(event.row, local.newer), outbox);
  // An answer to an earlier attempt, overtaken by the answer to a later one.
  if (isOlder(event.row, local.base)) return unchanged;
  const rebased = isSameEdit(event.row, sent.doc)
    ? rebase(name, sent.doc, local, event.row)
    : merged(name, { ...local, base: sent.doc, newer: undefined }, event.row, writer);
  const next = rebased.next ?? local;
  const { newer } = local;
  if (newer === undefined || !isOlder(event.row, newer)) return { next, outbox: [...outbox, ...rebased.outbox] };
  const after = applyServerRow(name, next, { type: "conflict", row: newer, sent }, writer);
  return { next: after.next ?? next, outbox: [...outbox, ...rebased.outbox, ...after.outbox] };
}

const isCurrent = (local: LocalRow | undefined, { doc }: Sent): boolean =>
  local !== undefined && isPending(local) && isSameEdit(local.doc, doc);

function pulled(name: CollectionName, local: LocalRow | undefined, row: SyncedDoc): Outcome {
  if (local === undefined) return confirmed(row);
  if (!isPending(local)) {
    return isOlder(row, local.doc) || isSameState(row, local.doc) ? unchanged : confirmed(row);
  }
  // The edit arrived, and its answer was lost or overtaken.
  if (isSameEdit(row, local.doc)) {
    return confirmed(newest(row, local.newer), differingTexts(name, undefined, local.doc, row));
  }
  const known = local.newer ?? local.base;
  if (isOlder(row, known) || (known !== undefined && isSameState(row, known))) return unchanged;
  // Waits for the answer to the push: this version may contain the edit in flight, and would look
  // like a conflict with it.
  return { next: { ...local, newer: row }, outbox: [] };
}

/** Merges three-way. The merged version is pending, with the server's version as its base. */
function merged(name: CollectionName, local: LocalRow, row: SyncedDoc, writer: Writer): Outcome {
  const theirs = newest(row, local.newer);
  const { base } = local;
  if (base !== undefined && (isOlder(theirs, base) || isSameState(theirs, base))) return unchanged;
  const { merged: doc, recovered } = mergeRows(name, base, local.doc, theirs, writer);
  const code = base?.sync_xid === elsewhere ? lostCode : "conflict";
  const outbox = recovered.map(
    ({ field, text }): OutboxWrite => ({
      ...{ kind: "recovered", doc: local.doc, field, text, code },
    }),
  );
  if (doc.sync_xid !== "") return confirmed(doc, outbox);
  return { next: { doc, base: theirs, past: pastAfter(local) }, outbox };
}

/** Rebases an edit on the server's row after the server applied the earlier version in flight. */
function rebase(name: CollectionName, sent: SyncedDoc, { doc: mine, past }: LocalRow, row: SyncedDoc): Outcome {
  const { lists } = collections[name];
  const writable = writableColumns(name);
  const doc: SyncedDoc = { ...mine };
  for (const column of Object.keys(row)) {
    const edited = writable.includes(column) && !deepEqual(mine[column], sent[column]);
    if (!edited && !stamps.has(column)) doc[column] = row[column];
    else if (lists.includes(column)) doc[column] = mergeList(column, sent[column], mine[column], row[column]);
  }
  const { [row.sync_client]: answered = 0, ...others } = past ?? {};
  const left = answered > row.sync_seq ? past : others;
  return { next: { doc, base: row, past: left }, outbox: [] };
}

const stamps: ReadonlySet<string> = new Set(["sync_xid", "sync_client", "sync_seq", "updated_at", "_deleted"]);

/** The person's version goes to the outbox, and the row is reverted unless it was edited since. */
function rejected(
  name: CollectionName,
  local: LocalRow | undefined,
  { row, sent, code, message }: Extract<ServerEvent, { type: "rejected" }>,
): Outcome {
  // A repeated answer, or one to an earlier attempt.
  if (local === undefined || !isPending(local)) return unchanged;
  const { doc } = sent;
  const lost = sent.base?.sync_xid === elsewhere && row === null;
  const rejection: Rejection = {
    ...{ collection: name, doc, base: lost ? undefined : sent.base },
    ...{ code: lost ? lostCode : code, message },
  };
  // Deleted on both sides.
  const silent = withoutWords.has(name) || (lost && doc._deleted);
  const outbox: OutboxWrite[] = silent ? [] : [{ kind: "rejected", rejection, current: row }];
  if (!isCurrent(local, sent)) return { next: null, outbox };
  const standing = row === null ? local.newer : newest(row, local.newer);
  return confirmed(standing ?? tombstone(doc), outbox);
}

/**
 * Returns texts that differ although `sync_client` and `sync_seq` match: a copied browser profile
 * runs a second store with the same id.
 */
function differingTexts(
  name: CollectionName,
  now: SyncedDoc | undefined,
  sent: SyncedDoc,
  row: SyncedDoc,
): readonly OutboxWrite[] {
  if (row.sync_client !== sent.sync_client || row._deleted || sent._deleted) return [];
  // A later edit of this store, which another tab sent.
  if (now?.sync_client === row.sync_client && now.sync_seq >= row.sync_seq && row.sync_seq > sent.sync_seq) return [];
  return collections[name].texts.flatMap((field): OutboxWrite[] => {
    const text = sent[field];
    if (text === row[field] || typeof text !== "string" || text.trim() === "") return [];
    return [{ kind: "recovered", doc: sent, field, text, code: "conflict" }];
  });
}
