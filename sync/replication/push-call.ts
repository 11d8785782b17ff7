// One call of `sync_push` and what it answers. A batch that is refused as a whole is halved until
// the row that is at fault stands alone; whether to try again is push.ts's business.
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
   * Told of each answer before anything is made of it; false: it is not the store's any more, drop
   * it.
   */
  accept(answer: { scope: string | undefined; elsewhere: boolean }): boolean;
}

/**
 * What somebody with other rights was told says nothing of the rows here: a row that they may not
 * see is not gone.
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
      // Decided without knowing, a row that stands there could be gone from this device for good:
      // tried again later.
      if (!asked.ok) return asked;
      const standing = asked.value;
      // It was taken before: that answer was lost, and what stands in between refused it when it
      // was sent once more.
      if (standing?.sync_client === sync_client && standing.sync_seq >= sync_seq)
        return ok({ applied: [standing], conflicts: [], rejected: [] });
      // Taken for one that the server never had it would be gone from this device.
      const row = standing ?? first.assumedMasterState ?? null;
      return ok({ applied: [], conflicts: [], rejected: [{ id, code: code || "invalid", message, row }] });
    }
    // The batch as a whole was not understood or too large: halve it until the culprit stands
    // alone.
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
 * The row as the server has it now: an edit of something long gone by comes back as a conflict, and
 * with it the row. The pull does not bring it again: it passed the row while the edit stood before
 * it.
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
