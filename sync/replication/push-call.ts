// One call of `sync_push` and its answer. A batch that is rejected as a whole is halved until the
// faulty row is alone. push.ts decides about retries.
import type { Past } from "../database/base-versions.ts";
import { readRow, type SyncedDoc } from "../database/row.ts";
import type { CollectionName } from "../schema/collections.ts";
import { type PushAnswer, syncPush } from "../schema/functions.ts";
import { fail, ok, type RefusedCall, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import type { SeenNote } from "./seen.ts";

export interface PushRow {
  assumedMasterState?: SyncedDoc;
  newDocumentState: SyncedDoc;
  /** base-versions.ts */
  past?: Past;
}

export type SortedRows = Pick<PushAnswer, "applied" | "conflicts" | "rejected">;

export interface PushCall {
  transport: Transport;
  signal: AbortSignal;
  seen: SeenNote;
  /**
   * Checks each answer before it is used. False: it belongs to another epoch or scope, so it is
   * dropped.
   */
  accept(answer: { scope: string | undefined; elsewhere: boolean }): boolean;
}

/**
 * An answer to another scope says nothing about these rows: a row that it may not see still exists.
 */
async function ask(
  { transport, signal, accept, seen }: PushCall,
  collection: CollectionName,
  rows: readonly { newDocumentState: object; assumedMasterState?: object; past?: Past }[],
): Promise<Result<PushAnswer, RefusedCall>> {
  const sent = rows.map(({ past, newDocumentState: doc, ...rest }) => ({
    newDocumentState: past ? { ...doc, sync_past: past } : doc,
    ...rest,
  }));
  const args = { collection, rows: sent, seen: seen.latest };
  const answer = await transport.rpcUntilAnswered(syncPush, args, "person", signal);
  if (!answer.ok) return answer;
  const { scope, elsewhere } = answer.value;
  if (!accept({ scope, elsewhere })) throw new Cancelled();
  await seen.add(answer.value.seen);
  return answer;
}

export async function sendRows(
  options: PushCall,
  collection: CollectionName,
  rows: PushRow[],
): Promise<Result<SortedRows, RefusedCall>> {
  const answer = await ask(options, collection, rows);
  if (answer.ok) {
    const { applied, conflicts, rejected } = answer.value;
    return ok({
      applied: applied.map((row) => readRow(collection, row) ?? row),
      conflicts: conflicts.map((row) => readRow(collection, row) ?? row),
      rejected: rejected.map((r) => ({ ...r, row: r.row && (readRow(collection, r.row) ?? r.row) })),
    });
  }
  if (answer.error.status === 400 || answer.error.status === 413 || answer.error.status === 422) {
    const first = rows[0];
    if (rows.length === 1 && first) {
      const { code, message } = answer.error;
      const { id, sync_client, sync_seq } = first.newDocumentState;
      const asked = await askForRow(options, collection, id);
      // Unknown whether the server has the row. Guessing could delete it from this device, so the
      // push is retried later.
      if (!asked.ok) return asked;
      const standing = asked.value;
      // The server had accepted this edit and the answer was lost; a later version made the
      // repetition fail.
      if (standing?.sync_client === sync_client && standing.sync_seq >= sync_seq)
        return ok({ applied: [standing], conflicts: [], rejected: [] });
      // Treating it as unknown to the server would delete it from this device.
      const row = standing ?? first.assumedMasterState ?? null;
      return ok({ applied: [], conflicts: [], rejected: [{ id, code: code || "invalid", message, row }] });
    }
    // The batch is invalid or too large: halve it until the faulty row is alone.
    const middle = Math.ceil(rows.length / 2);
    const left = await sendRows(options, collection, rows.slice(0, middle));
    if (!left.ok) return left;
    const right = await sendRows(options, collection, rows.slice(middle));
    // The left half is the server's already: offered again with the right one, it is answered as
    // applied.
    if (!right.ok) return right;
    return ok({
      applied: [...left.value.applied, ...right.value.applied],
      conflicts: [...left.value.conflicts, ...right.value.conflicts],
      rejected: [...left.value.rejected, ...right.value.rejected],
    });
  }
  return fail(answer.error);
}

/**
 * The server's current row. An outdated edit comes back as a conflict with the row, because the
 * pull skipped the row while the edit was pending and will not bring it again.
 */
async function askForRow(
  options: PushCall,
  collection: CollectionName,
  id: string,
): Promise<Result<SyncedDoc | null, RefusedCall>> {
  const rows = [{ newDocumentState: { id }, assumedMasterState: { id, sync_xid: "" } }];
  const answer = await ask(options, collection, rows);
  if (!answer.ok) return answer;
  const [row] = answer.value.conflicts;
  if (row) return ok(readRow(collection, row) ?? row);
  const [no] = answer.value.rejected;
  // That there is none is refused as forbidden; any other no says nothing of the row.
  return no && no.code !== "forbidden" ? fail({ type: "refused", status: 400, ...no }) : ok(null);
}
