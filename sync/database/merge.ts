// Conflicts: a three-way merge by column (docs/replication.md, "Merge"). Never throws: RxDB drops
// the whole batch when a conflict handler does.
import { deepEqual } from "rxdb";
import { type CollectionName, collections } from "../schema/collections.ts";
import { canReach, decisionColumns, isOverruled, ownColumns, type Writer } from "../schema/own.ts";
import { lostCode } from "../schema/refusals.ts";
import type { DeviceDb } from "./device-db.ts";
import { type InFlightRows, rowKey } from "./in-flight-rows.ts";
import { mergeLists } from "./merge-lists.ts";
import { keepRecovered } from "./outbox-writer.ts";
import type { SyncedDoc } from "./row.ts";

export interface MergeContext {
  readonly side: DeviceDb;
  /** Whose store it is. */
  readonly writer: Writer;
  readonly inFlight: InFlightRows;
}

/**
 * `sync_xid` of a base that the server had acknowledged before it was put back to an earlier state:
 * it may never have been there.
 */
export const elsewhere = "-";

export interface Recovered {
  field: string;
  text: string;
}

/**
 * Merges by column: what only one side changed is taken; what both changed goes to the server's
 * value, lists are merged, and a free text that lost is returned as `recovered`. A decision is
 * merged as one: two that differ leave the server's whole.
 * @param base the server's row as this device last knew it; undefined when it never did
 */
export function mergeRows(
  name: CollectionName,
  base: SyncedDoc | undefined,
  mine: SyncedDoc,
  theirs: SyncedDoc,
  writer: Writer,
): { merged: SyncedDoc; recovered: Recovered[] } {
  // Of another history, and theirs is older than it: what the person wrote goes on from there.
  const lost = base?.sync_xid === elsewhere;
  if (base && lost && theirs.sync_seq < base.sync_seq && !theirs._deleted)
    return carryOver(name, base, mine, theirs, writer);
  const rules = collections[name];
  const writable = new Set([...rules.insert, ...rules.update]);
  const merged: SyncedDoc = { ...theirs };
  const recovered: Recovered[] = [];
  const theirsChanged = (c: string) => base === undefined || !deepEqual(theirs[c], base[c]);
  let changed = false;
  const recover = (field: string, among: readonly string[] = [field]) => {
    const text = mine[field];
    if (among.includes(field) && typeof text === "string" && text.trim() !== "") recovered.push({ field, text });
  };
  const overruled = lostDecision(name, base, mine, theirs);
  // The row as it was written says the rest: stars, reason.
  if (overruled.length > 0) recovered.push({ field: "status", text: String(mine.status) });
  for (const column of writable) {
    if (deepEqual(mine[column], theirs[column]) || overruled.includes(column)) continue;
    const mineChanged = base === undefined || !deepEqual(mine[column], base[column]);
    if (!mineChanged) {
      // Acknowledged once, and perhaps in no version of theirs.
      if (lost && rules.texts.includes(column)) recover(column, ownColumns(name, writer, mine));
      continue;
    }
    if (!theirsChanged(column) && !theirs._deleted) {
      merged[column] = mine[column];
      changed = true;
    } else if (rules.lists?.includes(column) && !theirs._deleted) {
      merged[column] = mergeLists(base?.[column], mine[column], theirs[column]);
      changed ||= !deepEqual(merged[column], theirs[column]);
    } else if (rules.texts.includes(column)) {
      recover(column);
    }
  }
  // A local deletion wins only if the other side changed nothing that it would lose.
  if (mine._deleted && !theirs._deleted && base !== undefined && ![...writable].some(theirsChanged)) {
    merged._deleted = true;
    changed = true;
  }
  return { merged: changed ? stamped(merged, mine, theirs) : merged, recovered };
}

/** The columns of a decision made here that another one, made elsewhere, has overruled. */
function lostDecision(
  name: CollectionName,
  base: SyncedDoc | undefined,
  mine: SyncedDoc,
  theirs: SyncedDoc,
): readonly string[] {
  const columns = decisionColumns(name);
  const moved = (row: SyncedDoc) => base !== undefined && row.status !== base.status;
  const differ = columns.some((column) => !deepEqual(mine[column], theirs[column]));
  const both = columns.includes("status") && moved(mine) && moved(theirs);
  return both && differ && isOverruled(name, mine.status, theirs.status) ? columns : [];
}

const stamped = (merged: SyncedDoc, mine: SyncedDoc, theirs: SyncedDoc): SyncedDoc => ({
  ...merged,
  ...{ sync_xid: "", sync_client: mine.sync_client, sync_seq: Math.max(mine.sync_seq, theirs.sync_seq) + 1 },
});

/**
 * All that the person wrote, acknowledged or not, into a version that is older than what they wrote
 * it from.
 */
function carryOver(name: CollectionName, base: SyncedDoc, mine: SyncedDoc, theirs: SyncedDoc, writer: Writer) {
  const { update, lists } = collections[name];
  const own = ownColumns(name, writer, mine);
  const merged: SyncedDoc = { ...theirs };
  for (const column of update) {
    // Edited here without the right to: the server rejects it, and the outbox shows it.
    const edited = !deepEqual(mine[column], base[column]);
    if (!edited && !own.includes(column)) continue;
    if (!edited && column === "status" && !canReach(name, writer, theirs.status, mine.status)) continue;
    merged[column] = lists?.includes(column) ? mergeLists([], mine[column], theirs[column]) : mine[column];
  }
  merged._deleted = mine._deleted;
  const changed = mine._deleted || update.some((column) => !deepEqual(merged[column], theirs[column]));
  return { merged: changed ? stamped(merged, mine, theirs) : theirs, recovered: [] };
}

/**
 * The stamps say whether two states are the same edit; comparing every column would cost and say
 * less.
 */
export function isSameState(a: SyncedDoc, b: SyncedDoc): boolean {
  return (
    a.sync_xid === b.sync_xid &&
    a.sync_seq === b.sync_seq &&
    a.sync_client === b.sync_client &&
    (a._deleted ?? false) === (b._deleted ?? false)
  );
}

interface ResolveInput {
  assumedMasterState?: SyncedDoc;
  realMasterState: SyncedDoc;
  newDocumentState: SyncedDoc;
}

interface ConflictHandler {
  isEqual(a: SyncedDoc, b: SyncedDoc): boolean;
  resolve(input: ResolveInput): Promise<SyncedDoc>;
}

/** RxDB's conflict handler for one collection. */
export function conflictHandler(name: CollectionName, context: MergeContext): ConflictHandler {
  return {
    isEqual: isSameState,
    resolve: async ({ assumedMasterState: base, realMasterState: theirs, newDocumentState: mine }: ResolveInput) => {
      const key = rowKey(name, mine.id);
      if (context.inFlight.takeSettled(key, mine)) return theirs;
      const { merged, recovered } = mergeRows(name, base, mine, theirs, context.writer);
      for (const { field, text } of recovered) {
        try {
          await keepRecovered(
            context.side,
            name,
            mine,
            field,
            text,
            base?.sync_xid === elsewhere ? lostCode : undefined,
          );
        } catch {
          // No room to keep the losing text aside: then it must not lose. It is pushed again over
          // the server's.
          for (const column of field === "status" ? decisionColumns(name) : [field]) merged[column] = mine[column];
          merged.sync_xid = "";
          merged.sync_client = mine.sync_client;
          merged.sync_seq = Math.max(mine.sync_seq, theirs.sync_seq) + 1;
        }
      }
      if (merged.sync_xid === "") context.inFlight.noteMerged(key, theirs);
      return merged;
    },
  };
}
