// Gathers the pulls of all collections into one call of `sync_pull`, and checks what comes back
// once, at the edge.
// Never advances past a row that it could not read without saying so.
import { readRow, type SyncedDoc } from "../database/row.ts";
import type { CollectionName } from "../schema/collections.ts";
import { type Checkpoint, type PullAnswer, syncPull } from "../schema/functions.ts";
import { fail, ok, type RefusedCall, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import type { SeenNote } from "./seen.ts";

export interface PulledPage {
  rows: SyncedDoc[];
  checkpoint: Checkpoint | null;
  /** From the checkpoint on there are more rows. */
  more: boolean;
  /**
   * The transaction up to which nothing is missing; a server of before does not say, and answers 0.
   */
  covered: bigint;
  /**
   * The latest transaction that had begun. What one after `covered` has changed is in no page yet,
   * not even as it was before.
   */
  newest: bigint;
}

interface Request {
  collection: CollectionName;
  checkpoint: Checkpoint | null;
  limit: number;
  settle: (page: Result<PulledPage, RefusedCall>) => void;
  reject: (error: unknown) => void;
}

export interface PullerOptions {
  transport: Transport;
  as: "person" | "anonymous";
  signal: AbortSignal;
  seen: SeenNote;
  /**
   * Checks each answer before its rows are stored. False: it belongs to another epoch or scope, so
   * it is dropped.
   * `restarted`: the server started over, because it no longer knows what was deleted since our
   * checkpoint.
   * `elsewhere`: the server was restored to an earlier state, and lacks rows that this device has
   * seen.
   */
  accept(answer: Pick<PullAnswer, "version" | "epoch" | "scope" | "elsewhere"> & { restarted: boolean }): boolean;
  /** Rows that this version of the app cannot read. They are skipped, and the app says so. */
  unreadable(collection: CollectionName, id: string): void;
}

const gatherMs = 5;

export class Puller {
  readonly #options: PullerOptions;
  #queue: Request[] = [];

  constructor(options: PullerOptions) {
    this.#options = options;
  }

  /** Pulls one page of a collection. Retries without limit; throws `Cancelled` when stopped. */
  pull(collection: CollectionName, from: Checkpoint | null, limit: number): Promise<Result<PulledPage, RefusedCall>> {
    return new Promise((settle, reject) => {
      this.#queue.push({ collection, checkpoint: from, limit, settle, reject });
      if (this.#queue.length === 1) {
        setTimeout(() => {
          const batch = this.#queue;
          this.#queue = [];
          void this.#run(batch);
        }, gatherMs);
      }
    });
  }

  async #run(batch: Request[]): Promise<void> {
    try {
      const { transport, as, signal, seen } = this.#options;
      const requests = batch.map(({ collection, checkpoint, limit }) => ({ collection, checkpoint, limit }));
      const args = { requests, seen: seen.latest };
      const answer = await transport.rpcUntilAnswered(syncPull, args, as, signal);
      if (!answer.ok) {
        // A refusal names no collection: ask one by one, so that one that is refused does not stop
        // the others.
        if (batch.length > 1) await Promise.all(batch.map((r) => this.#run([r])));
        else batch[0]?.settle(fail(answer.error));
        return;
      }
      const parsed = answer.value;
      const restarted = Object.values(parsed.collections).some((part) => part.restarted);
      if (!this.#options.accept({ ...parsed, restarted })) throw new Cancelled();
      const moved = batch.some(({ collection, checkpoint }) => {
        const part = parsed.collections[collection];
        return part?.checkpoint && (part.checkpoint.xid !== checkpoint?.xid || part.rows.length > 0);
      });
      if (moved || seen.latest === null) await seen.add(parsed.seen);
      for (const request of batch) request.settle(ok(this.#page(request, parsed)));
    } catch (error) {
      for (const request of batch) request.reject(error);
    }
  }

  #page(request: Request, answer: PullAnswer): PulledPage {
    const part = answer.collections[request.collection];
    const reach = { covered: BigInt(answer.covered), newest: BigInt(answer.newest) };
    if (!part) return { rows: [], checkpoint: request.checkpoint, more: false, ...reach };
    const rows: SyncedDoc[] = [];
    for (const row of part.rows) {
      const read = readRow(request.collection, row);
      if (read) rows.push(read);
      else this.#options.unreadable(request.collection, row.id);
    }
    const more = part.more ?? part.rows.length >= request.limit;
    return { rows, checkpoint: part.checkpoint ?? request.checkpoint, more, ...reach };
  }
}
