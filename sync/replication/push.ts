// Pushes pending rows through `sync_push`, one batch at a time, parents before children, and stores
// each answer in one transaction. One row never blocks the others.
import type { BehaviorSubject, Observable, Subscription } from "rxjs";
import { type LocalRows, localRow, writtenAt } from "../database/local-rows.ts";
import { keepOutbox } from "../database/outbox-writer.ts";
import type { SyncedDoc } from "../database/row.ts";
import { applyServerRow, type LocalRow, type Sent, type ServerEvent } from "../database/server-row.ts";
import type { Store } from "../database/store.ts";
import { pendingStored, writableOf } from "../outbox/pending-changes.ts";
import type { CollectionName } from "../schema/collections.ts";
import type { RejectedCall } from "../transport/result.ts";
import type { DiskRetry } from "./disk-retry.ts";
import { type PushCall, type SortedRows, sendRows } from "./push-call.ts";
import { type PushRow, partsOf } from "./push-parts.ts";
import { createWorker } from "./worker.ts";

/** The parents of a row: collection, and the column with the parent's id. */
export const parentOf: Partial<Record<CollectionName, readonly (readonly [CollectionName, string])[]>> = {
  briefs: [["campaigns", "id"]],
  releases: [["apps", "app_id"]],
  feedback: [["applications", "application_id"]],
  comments: [["feedback", "feedback_id"]],
};

/** Edits that belong together (a campaign and its brief) are pushed together, parents first. */
const gatherMs = 25;

export interface PusherOptions extends PushCall {
  store: Store;
  disk: DiskRetry;
  /** A whole collection is rejected and will be retried; null: the server accepts it. */
  rejected(name: CollectionName, failure: RejectedCall | null): void;
  /** Reports a bug. The push is retried later. */
  failed(error: unknown): void;
  recovered(): void;
}

export interface Pusher {
  readonly active$: BehaviorSubject<boolean>;
  /** Pushes pending rows, also those of a tab that died before it announced them. */
  push(): void;
  stop(): void;
}

export function startPushing(options: PusherOptions): Pusher {
  const { store, signal, failed, recovered } = options;
  const names = writableOf(store);
  const call = { ...options, failures: { times: 0 }, isOutdated: () => worker.isWoken() };
  const worker = createWorker({
    ...{ signal, failed, recovered, gatherMs },
    async run() {
      let settled = 0;
      let waiting = 0;
      for (const name of names) {
        const round = await pushCollection(call, name);
        settled += round.settled;
        waiting += round.waiting;
      }
      if (settled > 0) return "more";
      return waiting > 0 ? "later" : "idle";
    },
  });
  // Edits of this tab and of others.
  const edits: Subscription[] = names.map((name) =>
    // Cast: RxDB's type of an event is generic over sixteen kinds of rows.
    (store.collection(name).$ as Observable<{ documentData: object }>).subscribe(({ documentData }) => {
      if ((documentData as SyncedDoc).sync_xid === "") worker.wake();
    }),
  );
  worker.wake();
  return {
    active$: worker.active$,
    push: worker.wake,
    stop() {
      for (const edit of edits) edit.unsubscribe();
      worker.stop();
    },
  };
}

interface Round {
  /** Rows that an answer changed. */
  settled: number;
  /** Rows that must be sent again later. */
  waiting: number;
}

async function pushCollection(options: PusherOptions, name: CollectionName): Promise<Round> {
  const { store } = options;
  const round: Round = { settled: 0, waiting: 0 };
  const pending = (await pendingStored(store, name)).sort((a, b) => writtenAt(a) - writtenAt(b)).map(localRow);
  if (pending.length === 0) return round;
  const parents = await pendingParents(store, name);
  const due = pending.filter((row) => row.doc._deleted || !hasParentIn(parents, name, row));
  round.waiting += pending.length - due.length;
  let keeping = Promise.resolve();
  for (const part of partsOf(due.map(pushRowOf), options.share)) {
    const answer = await sendRows(options, name, part);
    options.rejected(name, answer.ok ? null : answer.error);
    await keeping;
    // If a whole batch was rejected, none of its rows count as sent.
    if (!answer.ok) {
      round.waiting += part.length;
      break;
    }
    const keep = async () => {
      const settled = await keepAnswer(options, name, part, answer.value);
      round.settled += settled;
      round.waiting += part.length - settled;
    };
    // Stored while the next part is sent: no row is in both.
    keeping = keep();
    keeping.catch(() => undefined);
  }
  await keeping;
  return round;
}

const pushRowOf = ({ doc, base, past }: LocalRow): PushRow => ({
  newDocumentState: doc,
  ...(base && { assumedMasterState: base }),
  ...(past && { past }),
});

type Parents = ReadonlyMap<CollectionName, ReadonlySet<string>>;

/** A row waits for its parent to be created. */
async function pendingParents(store: Store, name: CollectionName): Promise<Parents> {
  const parents = new Map<CollectionName, ReadonlySet<string>>();
  for (const [parent] of parentOf[name] ?? []) {
    if (!store.has(parent)) continue;
    const rows = (await pendingStored(store, parent)).map(localRow);
    parents.set(parent, new Set(rows.filter(isNew).map(({ doc }) => doc.id)));
  }
  return parents;
}

const hasParentIn = (parents: Parents, name: CollectionName, { doc }: LocalRow): boolean =>
  (parentOf[name] ?? []).some(([parent, column]) => parents.get(parent)?.has(String(doc[column])));

/** @returns the number of rows that changed */
async function keepAnswer(
  { store, disk, seen }: PusherOptions,
  name: CollectionName,
  part: readonly PushRow[],
  answer: SortedRows,
): Promise<number> {
  return disk.write(() =>
    store.transaction([name, ...(parentOf[name] ?? []).map(([parent]) => parent), "outbox"], async (rows) => {
      const events = eventsOf(part, answer);
      const here = await rows.read(name, [...events.keys()]);
      const orphans = [...events].filter(([, event]) => event.type === "rejected" && event.code === "missing_parent");
      for (const [id] of orphans) {
        // Its parent is new by now and must be pushed first.
        if (await isParentNew(store, rows, name, here.get(id))) events.delete(id);
      }
      const outcomes = [...events].map(([id, event]) => applyServerRow(name, here.get(id), event, store));
      const next = outcomes.flatMap(({ next: row }) => (row ? [row] : []));
      await keepOutbox(store.device, name, outcomes);
      await rows.write(name, next);
      await seen.save();
      return next.length;
    }),
  );
}

async function isParentNew(
  store: Store,
  rows: LocalRows,
  name: CollectionName,
  local: LocalRow | undefined,
): Promise<boolean> {
  for (const [parent, column] of parentOf[name] ?? []) {
    const id = String(local?.doc[column]);
    const row = store.has(parent) ? (await rows.read(parent, [id])).get(id) : undefined;
    if (row && isNew(row)) return true;
  }
  return false;
}

/** True if the server never had the row. */
const isNew = ({ doc, base }: LocalRow): boolean => doc.sync_xid === "" && !base && !doc._deleted;

function eventsOf(part: readonly PushRow[], { applied, conflicts, rejected }: SortedRows): Map<string, ServerEvent> {
  const sentOf = new Map(
    part.map(({ newDocumentState: doc, assumedMasterState: base }): [string, Sent] => [doc.id, { doc, base }]),
  );
  const events = new Map<string, ServerEvent>();
  const add = (id: string, event: (sent: Sent) => ServerEvent) => {
    const sent = sentOf.get(id);
    if (sent) events.set(id, event(sent));
  };
  for (const row of applied) add(row.id, (sent) => ({ type: "applied", row, sent }));
  for (const row of conflicts) add(row.id, (sent) => ({ type: "conflict", row, sent }));
  for (const { id, row, code, message } of rejected)
    add(id, (sent) => ({ type: "rejected", row, sent, code, message }));
  // A tombstone of a row that the server never had gets no row in the answer.
  for (const [id, { doc }] of sentOf)
    if (doc._deleted && !events.has(id)) add(id, (sent) => ({ type: "unknown", sent }));
  return events;
}
