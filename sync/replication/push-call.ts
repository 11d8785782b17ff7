// One call of `sync_push` and its answer. A batch that is rejected as a whole is halved until the
// faulty row is alone. push.ts decides about retries.
import { readRow, type SyncedDoc } from "../database/row.ts";
import type { Past } from "../database/server-row.ts";
import type { CollectionName } from "../schema/collections.ts";
import { type PushAnswer, syncPush } from "../schema/functions.ts";
import { isTooMuch } from "../transport/errors.ts";
import { fail, ok, type RejectedCall, type Result } from "../transport/result.ts";
import { Cancelled, done, retryUntilDone, type Tried } from "../transport/retry-policy.ts";
import { type Transport, triedOf } from "../transport/rpc.ts";
import { type PushRow, type PushShare, partsOf, shareOf } from "./push-parts.ts";
import type { SeenNote } from "./seen.ts";

export type SortedRows = Pick<PushAnswer, "applied" | "conflicts" | "rejected">;

export interface PushCall {
  transport: Transport;
  signal: AbortSignal;
  seen: SeenNote;
  share: PushShare;
  /** Failed calls in a row. */
  failures?: { times: number };
  /**
   * True if rows were edited since they were read: they are read again instead of repeated. Not for
   * new rows: an insert that arrives late would undo their deletion.
   */
  isOutdated?(): boolean;
  /** Checks an answer before its use. False drops it: another epoch or scope. */
  accept(answer: { scope: string | undefined; elsewhere: boolean }): boolean;
}

/** Makes the caller send the batch in parts, as after an HTTP 413. */
const tooLarge: RejectedCall = { type: "rejected", status: 413, code: "too_large", message: "" };

/** An answer for another scope says nothing about these rows: hidden rows still exist. */
async function ask(
  { transport, signal, accept, seen, share, failures, isOutdated }: PushCall,
  collection: CollectionName,
  rows: readonly { newDocumentState: object; assumedMasterState?: object; past?: Past }[],
): Promise<Result<PushAnswer, RejectedCall>> {
  const sent = rows.map(({ past, newDocumentState: doc, ...rest }) => ({
    newDocumentState: past ? { ...doc, sync_past: past } : doc,
    ...rest,
  }));
  const args = { collection, rows: sent, seen: seen.latest };
  const { aimMs } = transport.pace.timing;
  let startedAt = 0;
  const mayReread = rows.every(({ assumedMasterState }) => assumedMasterState);
  const attempt = async (): Promise<Tried<Result<PushAnswer, RejectedCall>>> => {
    if (startedAt > 0 && mayReread && isOutdated?.()) throw new Cancelled();
    startedAt = performance.now();
    const tried = await transport.rpc(syncPush, args, "person", signal);
    if (tried.ok || rows.length === 1 || !isTooMuch(tried.error)) return triedOf(tried);
    // The same batch would fail again.
    if (tried.error.type === "retry") await transport.pause(0, signal, tried.error.afterMs);
    return done(fail(tooLarge));
  };
  const answer = await retryUntilDone(transport, signal, attempt, failures);
  if (!answer.ok) return answer;
  if (answer.value.untried === 0 && performance.now() - startedAt < aimMs) share.grow();
  const { scope, elsewhere } = answer.value;
  if (!accept({ scope, elsewhere })) throw new Cancelled();
  seen.add(answer.value.seen);
  return answer;
}

/**
 * Sends rows in order, in as many calls as the server needs. After a failed call all rows count as
 * unsent; the server then answers repeated edits as applied.
 */
export async function sendRows(
  options: PushCall,
  collection: CollectionName,
  rows: PushRow[],
): Promise<Result<SortedRows, RejectedCall>> {
  const { share } = options;
  const sorted: SortedRows = { applied: [], conflicts: [], rejected: [] };
  const queue = [rows];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [batch = next] = partsOf(next, share);
    if (batch.length < next.length) queue.unshift(next.slice(batch.length));
    const answer = await ask(options, collection, batch);
    const [only] = batch.length === 1 ? batch : [];
    if (answer.ok) {
      const { applied, conflicts, rejected, untried } = answer.value;
      const read = (row: SyncedDoc) => readRow(collection, row) ?? row;
      sorted.applied.push(...applied.map(read));
      sorted.conflicts.push(...conflicts.map(read));
      sorted.rejected.push(...rejected.map((no) => ({ ...no, row: no.row && read(no.row) })));
      // Sends fewer rows each time, so that the loop ends.
      const rest = batch.slice(Math.max(1, batch.length - untried));
      if (rest.length === 0) continue;
      share.limit(shareOf(batch) - shareOf(rest));
      queue.unshift(rest);
    } else if (![400, 413, 422].includes(answer.error.status)) return answer;
    else if (only) {
      const settled = await settleFaulty(options, collection, only, answer.error, sorted);
      if (!settled.ok) return settled;
    } else if (answer.error.status === 413) {
      share.limit(shareOf(batch) / 2);
      queue.unshift(batch);
    } else {
      // The batch is invalid: halve it until the faulty row is alone.
      const middle = Math.ceil(batch.length / 2);
      queue.unshift(batch.slice(0, middle), batch.slice(middle));
    }
  }
  return ok(sorted);
}

/** Adds a row that the server rejects even alone to the applied or the rejected rows. */
async function settleFaulty(
  options: PushCall,
  collection: CollectionName,
  { newDocumentState: { id, sync_client, sync_seq }, assumedMasterState }: PushRow,
  { code, message }: RejectedCall,
  sorted: SortedRows,
): Promise<Result<void, RejectedCall>> {
  const asked = await askForRows(options, collection, [id]);
  // Unknown whether the server has the row. Guessing could delete it from this device, so the push
  // is retried later.
  if (!asked.ok) return asked;
  const current = asked.value.get(id);
  // The server has applied this edit, and the answer was lost. The repeated edit failed because the
  // row has changed since.
  if (current?.sync_client === sync_client && current.sync_seq >= sync_seq) sorted.applied.push(current);
  // Treating it as unknown to the server would delete it from this device.
  else sorted.rejected.push({ id, code: code || "invalid", message, row: current ?? assumedMasterState ?? null });
  return ok(undefined);
}

/**
 * Returns the server's current rows, which come back as conflicts with outdated edits. A pull does
 * not send them again: its checkpoint has passed them.
 * @param ids at most 500
 */
export async function askForRows(
  options: PushCall,
  collection: CollectionName,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, SyncedDoc>, RejectedCall>> {
  const found = new Map<string, SyncedDoc>();
  let rest = ids.map((id) => ({ newDocumentState: { id }, assumedMasterState: { id, sync_xid: "" } }));
  while (rest.length > 0) {
    const answer = await ask(options, collection, rest);
    if (!answer.ok) return answer;
    const { conflicts, rejected, untried } = answer.value;
    // The device does not pull a rejected row again.
    for (const row of [...conflicts, ...rejected.flatMap((no) => no.row ?? [])])
      found.set(row.id, readRow(collection, row) ?? row);
    // `forbidden` means that the row does not exist. Other rejections leave it open.
    const unclear = rejected.find(({ code, row }) => !row && code !== "forbidden");
    if (unclear) return fail({ type: "rejected", status: 400, ...unclear });
    rest = rest.slice(Math.max(1, rest.length - untried));
  }
  return ok(found);
}
