// A pull's answer can be older than what the device knows by now: a push that was sent after it
// came back first. RxDB would write it over the newer row (it compares the row with what it last
// knew of the server, never their order), and the next edit would count on from the older state
// with a number that the server has seen already.
// A push's answer can be older than what a pull brought while it was on its way, too. RxDB passes
// over a row that is being sent, and the checkpoint with it: no pull would bring that row again.
import type { BulkWriteRow, RxStorageWriteError } from "rxdb";
import type { CollectionName } from "../schema/collections.ts";
import type { SyncedDoc } from "./row.ts";

/**
 * `collection|id` of each row that is being sent → the newest version that a pull brought of it
 * meanwhile; null: none.
 */
export type Passed = Map<string, SyncedDoc | null>;

/** How RxDB's context reads when it writes what was pulled (rxdb `downstreamBulkWriteFlag`). */
const pulledContext = "replication-downstream-";

/**
 * Splits what a pull wants to write.
 * The order is `sync_seq`, which the server never lowers for a row; `sync_xid` is none, a
 * transaction that began earlier may write later. A row that the server did not have starts anew.
 * @returns `overtaken` as conflicts: RxDB leaves such rows and what it knows of the server as they
 * are
 */
export function dropStaleWrites(
  rows: BulkWriteRow<SyncedDoc>[],
  context: string,
): { write: BulkWriteRow<SyncedDoc>[]; overtaken: RxStorageWriteError<SyncedDoc>[] } {
  if (!context.startsWith(pulledContext)) return { write: rows, overtaken: [] };
  const write: BulkWriteRow<SyncedDoc>[] = [];
  const overtaken: RxStorageWriteError<SyncedDoc>[] = [];
  for (const writeRow of rows) {
    const { previous, document } = writeRow;
    if (previous && isConfirmed(previous) && document.sync_seq < previous.sync_seq) {
      const conflict = {
        status: 409,
        isError: true,
        documentId: document.id,
        writeRow,
        documentInDb: previous,
      } as const;
      overtaken.push({ ...conflict, context });
    } else write.push(writeRow);
  }
  return { write, overtaken };
}

const isConfirmed = (row: SyncedDoc) => row.sync_xid !== "" && row.sync_xid !== "0";

/**
 * From now on what a pull brings of these rows is kept until they are answered: it may be newer
 * than the answer.
 */
export function noteSending(
  passed: Passed,
  name: CollectionName,
  rows: readonly { newDocumentState: SyncedDoc }[],
): void {
  for (const { newDocumentState } of rows) passed.set(`${name}|${newDocumentState.id}`, null);
}

/** Keeps the newest version of each row that is being sent. */
export function notePulled(passed: Passed, name: CollectionName, rows: readonly SyncedDoc[]): void {
  for (const row of rows) {
    const key = `${name}|${row.id}`;
    const before = passed.get(key);
    if (before === null || (before && before.sync_seq < row.sync_seq)) passed.set(key, row);
  }
}

/**
 * @param pulled what `notePulled` kept of the row; undefined: the answer to its edit is as new as
 * that
 */
export const newerThan = (answer: SyncedDoc, pulled: SyncedDoc | null | undefined): SyncedDoc | undefined =>
  pulled && isConfirmed(answer) && answer.sync_seq < pulled.sync_seq ? pulled : undefined;
