// A three-way merge by column and of list columns: items with ids, tags, or items by id
// (docs/replication.md, "Merge").
import { deepEqual } from "rxdb";
import { type CollectionName, collections, writableColumns } from "../schema/collections.ts";
import { tagKey } from "../schema/feedback.ts";
import { canReach, decisionColumns, isOverruled, ownColumns, stateColumns, type Writer } from "../schema/own.ts";
import type { Results } from "../schema/tasks.ts";
import { mergeResults, mergeRetests, type Retests } from "./merge-results.ts";
import type { SyncedDoc } from "./row.ts";

/** `sync_xid` of a base from before the server was restored, which it may never have had. */
export const elsewhere = "-";

/**
 * `sync_xid` of a version without columns that a store upgrade added. No version of the server has
 * it, so an edit of it is a conflict: otherwise the empty values would replace the server's.
 */
export const upgraded = "1";

interface Recovered {
  field: string;
  text: string;
}

/**
 * Merges by column. A column that one side changed takes that value. If both changed it, the
 * server's value wins, lists are merged, and a losing free text is returned as `recovered`. A
 * decision is merged as a whole: the server's wins.
 * @param base the last server row that this device knew; undefined if none
 */
export function mergeRows(
  name: CollectionName,
  base: SyncedDoc | undefined,
  mine: SyncedDoc,
  theirs: SyncedDoc,
  writer: Writer,
): { merged: SyncedDoc; recovered: Recovered[] } {
  // The base belongs to another history and theirs is older: continue from the person's version.
  const lost = base?.sync_xid === elsewhere;
  if (base && lost && theirs.sync_seq < base.sync_seq && !theirs._deleted)
    return carryOver(name, base, mine, theirs, writer);
  const rules = collections[name];
  const writable = writableColumns(name);
  const merged: SyncedDoc = { ...theirs };
  const recovered: Recovered[] = [];
  const theirsChanged = (c: string) => base === undefined || !deepEqual(theirs[c], base[c]);
  let changed = false;
  const recover = (field: string, among: readonly string[] = [field]) => {
    const text = mine[field];
    if (among.includes(field) && typeof text === "string" && text.trim() !== "") recovered.push({ field, text });
  };
  const lostStates = stateColumns(name).filter((state) => isLostDecision(name, state, base, mine, theirs));
  const overruled = lostStates.flatMap((state) => decisionColumns(name, state));
  // The stored row contains the rest of the decision: stars and reasons.
  recovered.push(...lostStates.map((field) => ({ field, text: String(mine[field]) })));
  for (const column of writable) {
    if (deepEqual(mine[column], theirs[column]) || overruled.includes(column)) continue;
    const mineChanged = base === undefined || !deepEqual(mine[column], base[column]);
    if (!mineChanged) {
      // Acknowledged once, but possibly missing from all of the server's versions.
      if (lost && rules.texts.includes(column)) recover(column, ownColumns(name, writer, mine));
      continue;
    }
    if (!theirsChanged(column) && !theirs._deleted) {
      merged[column] = mine[column];
      changed = true;
    } else if (rules.lists.includes(column) && !theirs._deleted) {
      merged[column] = mergeList(column, base?.[column], mine[column], theirs[column]);
      changed ||= !deepEqual(merged[column], theirs[column]);
    } else if (rules.texts.includes(column)) {
      recover(column);
    }
  }
  // A local deletion wins only if the other side changed nothing that it would lose.
  if (mine._deleted && !theirs._deleted && base !== undefined && !writable.some(theirsChanged)) {
    merged._deleted = true;
    changed = true;
  }
  return { merged: changed ? stamped(merged, mine, theirs) : merged, recovered };
}

/** Whether another decision has overruled a local one. @param state its column */
function isLostDecision(
  name: CollectionName,
  state: string,
  base: SyncedDoc | undefined,
  mine: SyncedDoc,
  theirs: SyncedDoc,
): boolean {
  const columns = decisionColumns(name, state);
  const moved = (row: SyncedDoc) => base !== undefined && row[state] !== base[state];
  const differ = columns.some((column) => !deepEqual(mine[column], theirs[column]));
  const both = columns.includes(state) && moved(mine) && moved(theirs);
  return both && differ && isOverruled(name, mine[state], theirs[state], state);
}

const stamped = (merged: SyncedDoc, mine: SyncedDoc, theirs: SyncedDoc): SyncedDoc => ({
  ...merged,
  ...{ sync_xid: "", sync_client: mine.sync_client, sync_seq: Math.max(mine.sync_seq, theirs.sync_seq) + 1 },
});

/** Applies everything that the person wrote, confirmed or not, to an older version of the row. */
function carryOver(name: CollectionName, base: SyncedDoc, mine: SyncedDoc, theirs: SyncedDoc, writer: Writer) {
  const { update, lists, texts } = collections[name];
  const own = ownColumns(name, writer, mine);
  const columns = [...new Set([...update, ...texts])];
  const merged: SyncedDoc = { ...theirs };
  for (const column of columns) {
    // The person may not edit it: the server rejects it, and the outbox shows it.
    const edited = !deepEqual(mine[column], base[column]);
    if (!edited && !own.includes(column)) continue;
    if (!edited && column === "status" && !canReach(name, writer, theirs.status, mine.status)) continue;
    merged[column] = lists.includes(column) ? mergeList(column, [], mine[column], theirs[column]) : mine[column];
  }
  merged._deleted = mine._deleted;
  const changed = mine._deleted || columns.some((column) => !deepEqual(merged[column], theirs[column]));
  return { merged: changed ? stamped(merged, mine, theirs) : theirs, recovered: [] };
}

type Listed = string | { readonly id: string };
const keyOf = (one: Listed): string => (typeof one === "string" ? tagKey(one) : one.id);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const byKey = (value: unknown): Map<string, unknown> =>
  isRecord(value)
    ? new Map(Object.entries(value))
    : new Map(((value ?? []) as readonly Listed[]).map((one) => [keyOf(one), one]));

/** Merges two versions of a column in `CollectionRules.lists`. */
export const mergeList = (column: string, base: unknown, mine: unknown, theirs: unknown): unknown =>
  // Casts: the rows of a collection were parsed by its schema.
  column === "results"
    ? mergeResults((base ?? {}) as Results, mine as Results, theirs as Results)
    : column === "retests"
      ? mergeRetests((base ?? {}) as Retests, mine as Retests, theirs as Retests)
      : mergeLists(base, mine, theirs);

/**
 * Merges two versions of a list: keeps what either added or changed since `base`, without what
 * either removed. Items of `theirs` come first, and win if both changed an item.
 */
function mergeLists(base: unknown, mine: unknown, theirs: unknown): unknown {
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  const merged = new Map([...there].filter(([key]) => here.has(key) || !before.has(key)));
  for (const [key, one] of here) {
    const changed = before.has(key) ? merged.has(key) && deepEqual(there.get(key), before.get(key)) : !there.has(key);
    if (changed) merged.set(key, one);
  }
  return isRecord(mine) || isRecord(theirs) ? Object.fromEntries(merged) : [...merged.values()];
}
