// A pull's answer can be older than what the device knows by now: a push that was sent after it
// came back first. RxDB would write it over the newer row (it compares the row with what it last
// knew of the server, never their order), and the next edit would count on from the older state
// with a number that the server has seen already.
import type { BulkWriteRow, RxStorageWriteError } from "rxdb";
import { isConfirmed, type SyncedDoc } from "./row.ts";

/** How RxDB's context reads when it writes what was pulled (rxdb `downstreamBulkWriteFlag`). */
const pulledContext = "replication-downstream-";

/**
 * Splits the rows that a pull wants to write into new and stale ones.
 * The order is `sync_seq`, which the server never lowers for a row. `sync_xid` gives no order: a
 * transaction that began earlier may write later. A row that the server never had starts over.
 * @returns `stale` as conflicts: RxDB then leaves these rows and their base versions unchanged
 */
export function dropStaleWrites(
  rows: BulkWriteRow<SyncedDoc>[],
  context: string,
): { write: BulkWriteRow<SyncedDoc>[]; stale: RxStorageWriteError<SyncedDoc>[] } {
  if (!context.startsWith(pulledContext)) return { write: rows, stale: [] };
  const write: BulkWriteRow<SyncedDoc>[] = [];
  const stale: RxStorageWriteError<SyncedDoc>[] = [];
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
      stale.push({ ...conflict, context });
    } else write.push(writeRow);
  }
  return { write, stale };
}
