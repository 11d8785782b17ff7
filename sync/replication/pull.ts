// Pulls all collections in one call of `sync_pull`. Stores each answer in one transaction: rows,
// checkpoints and what the device has seen. Notes rows that it cannot read.
import type { BehaviorSubject } from "rxjs";
import { readMeta } from "../database/device-db.ts";
import { keepOutbox } from "../database/outbox-writer.ts";
import { readRow, type SyncedDoc } from "../database/row.ts";
import { applyServerRow } from "../database/server-row.ts";
import type { Store } from "../database/store.ts";
import type { CollectionName } from "../schema/collections.ts";
import { type Checkpoint, type PullAnswer, syncPull } from "../schema/functions.ts";
import { isTooMuch } from "../transport/errors.ts";
import type { RejectedCall, Result } from "../transport/result.ts";
import { Cancelled, retryUntilDone } from "../transport/retry-policy.ts";
import { type Transport, triedOf } from "../transport/rpc.ts";
import type { DiskRetry } from "./disk-retry.ts";
import type { SeenNote } from "./seen.ts";
import { createWorker } from "./worker.ts";

/** The range of transactions that an answer includes. */
export interface Reach {
  /** No row below this transaction is missing; an older server answers 0. */
  covered: bigint;
  /** The latest begun transaction. No page has rows changed after `covered`, in any version. */
  newest: bigint;
}

export interface PulledPage extends Reach {
  name: CollectionName;
  rows: SyncedDoc[];
  checkpoint: Checkpoint | null;
  /** More rows follow the checkpoint; possibly none fitted into this answer. */
  more: boolean;
}

export interface PullerOptions {
  store: Store;
  transport: Transport;
  disk: DiskRetry;
  signal: AbortSignal;
  seen: SeenNote;
  /**
   * Checks each answer before its rows are stored. False drops it: it has another epoch or scope.
   * `restarted`: the server has purged tombstones since our checkpoint and sends everything.
   * `elsewhere`: the server was restored and lacks rows that this device has seen.
   */
  accept(answer: Pick<PullAnswer, "version" | "epoch" | "scope" | "elsewhere"> & { restarted: boolean }): boolean;
  /** Notes a skipped row that this version of the app cannot read. */
  unreadable(name: CollectionName, id: string): void;
  /** The server rejects a collection, which is pulled again later; null: it answers. */
  rejected(name: CollectionName, failure: RejectedCall | null): void;
  /** Returns facts to store in the transaction of the pages. */
  facts(pages: readonly PulledPage[]): readonly { key: string; value: unknown }[];
  stored(pages: readonly PulledPage[]): void;
  /** Reports a bug. The pull is retried later. */
  failed(error: unknown): void;
  recovered(): void;
}

export interface Puller {
  readonly active$: BehaviorSubject<boolean>;
  /** Pulls these collections soon, also if a pull of them is running. */
  pull(names: readonly CollectionName[]): void;
  stop(): void;
}

/** Maximum of rows in a page. `pace.bytes` limits all pages of an answer. */
const pageRows = 1000;
type Checkpoints = Partial<Record<CollectionName, Checkpoint>>;

const checkpointsOf = (pages: readonly PulledPage[]): Checkpoints =>
  Object.fromEntries(pages.flatMap(({ name, checkpoint }) => (checkpoint ? [[name, checkpoint]] : [])));

export async function startPulling(options: PullerOptions): Promise<Puller> {
  const { store, transport, disk, signal, seen } = options;
  const checkpoints = { ...(await readMeta<Checkpoints>(store.device, "checkpoints")) };
  const due = new Set<CollectionName>();
  const worker = createWorker({
    signal,
    failed: options.failed,
    recovered: options.recovered,
    async run() {
      const names = store.names.filter((name) => due.has(name));
      due.clear();
      if (names.length === 0) return "idle";
      try {
        await pullPages(names);
      } catch (error) {
        // Other collections may have joined the pull.
        for (const name of store.names) due.add(name);
        throw error;
      }
      return due.size > 0 ? "more" : "idle";
    },
  });

  /** @param alone does not include other collections that are due */
  async function pullPages(first: readonly CollectionName[], alone = false): Promise<void> {
    let names = first;
    let asked = ask(names, checkpoints);
    while (names.length > 0) {
      const answer = await asked;
      if (!answer.ok) {
        // A rejection names no collection: asked one by one, one that is rejected does not stop the
        // others.
        if (names.length > 1) for (const name of names) await pullPages([name], true);
        else for (const name of names) options.rejected(name, answer.error);
        return;
      }
      for (const name of names) options.rejected(name, null);
      const parts = Object.values(answer.value.collections);
      const restarted = parts.some((part) => part.restarted);
      if (!options.accept({ ...answer.value, restarted })) throw new Cancelled();
      const pages = names.map((name) => pageOf(name, answer.value));
      names = nextNames(pages, alone);
      if (names.length > 0) {
        // Fetches the next pages while these are stored.
        asked = ask(names, { ...checkpoints, ...checkpointsOf(pages) });
        asked.catch(() => undefined);
      }
      await keep(pages, answer.value);
      options.stored(pages);
    }
  }

  /** Unfinished collections, and those that became due during the call. */
  function nextNames(pages: readonly PulledPage[], alone: boolean): CollectionName[] {
    const unfinished = new Set(pages.filter(({ more }) => more).map(({ name }) => name));
    if (unfinished.size === 0) return [];
    return store.names.filter((name) => unfinished.has(name) || (!alone && due.delete(name)));
  }

  function ask(names: readonly CollectionName[], from: Checkpoints): Promise<Result<PullAnswer, RejectedCall>> {
    return retryUntilDone(transport, signal, async () => {
      // This try also answers a pull that was requested during the pause before it.
      for (const name of names) due.delete(name);
      const { bytes } = transport.pace;
      const requests = names.map((collection) => ({
        ...{ collection, checkpoint: from[collection] ?? null, limit: pageRows, bytes },
      }));
      const as = store.person ? "person" : "anonymous";
      const tried = await transport.rpc(syncPull, { requests, seen: seen.latest }, as, signal);
      if (!tried.ok && isTooMuch(tried.error)) transport.pace.shrink();
      return triedOf(tried);
    });
  }

  function pageOf(name: CollectionName, answer: PullAnswer): PulledPage {
    const part = answer.collections[name];
    const reach = { name, covered: BigInt(answer.covered), newest: BigInt(answer.newest) };
    const checkpoint = part?.checkpoint ?? checkpoints[name] ?? null;
    if (!part) return { rows: [], checkpoint, more: false, ...reach };
    const rows: SyncedDoc[] = [];
    for (const row of part.rows) {
      const read = readRow(name, row);
      if (read) rows.push(read);
      else options.unreadable(name, row.id);
    }
    return { rows, checkpoint, more: part.more ?? part.rows.length >= pageRows, ...reach };
  }

  async function keep(pages: readonly PulledPage[], answer: PullAnswer): Promise<void> {
    const moved = pages.filter(
      ({ name, rows, checkpoint }) => rows.length > 0 || checkpoint?.xid !== checkpoints[name]?.xid,
    );
    if (moved.length > 0 || seen.latest === null) seen.add(answer.seen);
    const next: Checkpoints = { ...checkpoints, ...checkpointsOf(moved) };
    const facts = [...options.facts(pages), ...(moved.length > 0 ? [{ key: "checkpoints", value: next }] : [])];
    if (facts.length === 0) return;
    const names = moved.map(({ name }) => name);
    await disk.write(() =>
      store.transaction([...names, ...(names.length > 0 ? (["outbox"] as const) : [])], async (rows) => {
        for (const page of moved) {
          const here = await rows.read(
            page.name,
            page.rows.map(({ id }) => id),
          );
          const outcomes = page.rows.map((row) =>
            applyServerRow(page.name, here.get(row.id), { type: "pulled", row }, store),
          );
          await rows.write(
            page.name,
            outcomes.flatMap(({ next: row }) => (row ? [row] : [])),
          );
          await keepOutbox(store.device, page.name, outcomes);
        }
        await store.device.meta.bulkPut(facts);
        await seen.save();
      }),
    );
    Object.assign(checkpoints, next);
  }

  return {
    active$: worker.active$,
    pull(names) {
      for (const name of names) due.add(name);
      worker.wake();
    },
    stop: worker.stop,
  };
}
