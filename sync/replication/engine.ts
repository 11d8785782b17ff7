// Replication of one store: RxDB's `replicateRxCollection` per collection over two SQL functions.
// Runs in the leading tab only. Knows rows and failures; knows nothing of screens.
import type { RxCollection, RxReplicationPullStreamItem } from "rxdb";
import { type RxReplicationState, replicateRxCollection } from "rxdb/plugins/replication";
import { BehaviorSubject, combineLatest, of, Subject } from "rxjs";
import { replicationIdentifier } from "../database/base-versions.ts";
import { ifThereIsRoom, ignoreStorageErrors, readMeta } from "../database/device-db.ts";
import type { SyncedDoc } from "../database/row.ts";
import type { Store } from "../database/store.ts";
import { backendVersion } from "../schema/backend-version.ts";
import { type CollectionName, collections } from "../schema/collections.ts";
import type { Checkpoint } from "../schema/functions.ts";
import { backoff, Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";
import { listenForChanges } from "./change-notifications.ts";
import { openLostRows } from "./lost-rows.ts";
import { requeueOrphanedEdits } from "./orphaned-edits.ts";
import { pollTimes } from "./poll.ts";
import { type PulledPage, Puller } from "./pull.ts";
import { type PusherOptions, pushRows } from "./push.ts";
import { pushPage } from "./push-parts.ts";
import { PushQueue } from "./push-queue.ts";
import { openSeen } from "./seen.ts";
import { topicsOf } from "./topics.ts";

const pullPage = 1000;
/** Looks this often for edits whose tab died before it announced them. */
const orphansMs = 60_000;
/** Polls this often while the person's own rows are compared with the server's. */
const soonMs = 1_000;

type Doc = SyncedDoc;
type StreamItem = RxReplicationPullStreamItem<Doc, Checkpoint>;
type ProblemKind = "push" | "pull" | "unreadable" | "store" | "failed";

export interface Engine {
  /** Something is being pushed or pulled. */
  readonly active$: BehaviorSubject<boolean>;
  /** Every collection has been pulled to its end at least once since this store was made. */
  readonly firstSyncDone$: BehaviorSubject<boolean>;
  readonly lastSyncedAt$: BehaviorSubject<string | null>;
  /** The server lacks migrations that this version of the app was built with. */
  readonly serverOlder$: BehaviorSubject<boolean>;
  /** What keeps a whole collection from being replicated, with its code, for as long as it does. */
  readonly problems$: BehaviorSubject<ReadonlyMap<`${CollectionName}:${ProblemKind}`, string>>;
  /** Pulls all collections once more, now. */
  resync(): void;
  stop(): Promise<void>;
}

export interface EngineOptions {
  store: Store;
  transport: Transport;
  /**
   * The server's epoch or this person's scope changed: the store must be rebuilt.
   * `restored`: the server was restored to an earlier state, and may lack rows that it had
   * acknowledged.
   */
  onStale(why: { restored: boolean }): void;
}

export async function startEngine({ store, transport, onStale }: EngineOptions): Promise<Engine> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = new PushQueue();
  const active$ = new BehaviorSubject(false);
  const lastSyncedAt$ = new BehaviorSubject((await readMeta<string>(store.side, "last_synced_at")) ?? null);
  const firstSyncDone$ = new BehaviorSubject((await readMeta<boolean>(store.side, "first_sync_done")) ?? false);
  const problems$ = new BehaviorSubject<ReadonlyMap<`${CollectionName}:${ProblemKind}`, string>>(new Map());
  const serverOlder$ = new BehaviorSubject(false);
  const problem = (name: CollectionName, kind: ProblemKind, code: string | null) => {
    const key = `${name}:${kind}` as const;
    if ((problems$.value.get(key) ?? null) === code) return;
    const next = new Map(problems$.value);
    if (code === null) next.delete(key);
    else next.set(key, code);
    problems$.next(next);
  };

  const known = {
    epoch: await readMeta<string>(store.side, "epoch"),
    scope: await readMeta<string>(store.side, "scope"),
  };
  // The role may have changed before this store's first pull: then there is no earlier answer to
  // compare with.
  const expected = store.person ? `${store.owner}:${store.role}:` : "anonymous";
  const seen = await openSeen(store.side, store.storageRetry.write);
  const puller = new Puller({
    transport,
    as: store.person ? "person" : "anonymous",
    signal,
    seen,
    accept(answer) {
      serverOlder$.next(answer.version != null && answer.version < backendVersion);
      if (known.epoch === undefined) {
        known.epoch = answer.epoch;
        known.scope = answer.scope;
        ignoreStorageErrors(
          store.side.meta.bulkPut([
            { key: "epoch", value: answer.epoch },
            { key: "scope", value: answer.scope },
          ]),
        );
      }
      const here = known.epoch === answer.epoch && known.scope === answer.scope && answer.scope.startsWith(expected);
      const same = here && !answer.restarted && !answer.elsewhere;
      // No server has the epoch "": the store only wants to be pulled again.
      if (!same) onStale({ restored: answer.elsewhere || (known.epoch !== answer.epoch && known.epoch !== "") });
      return same;
    },
    unreadable: (name, id) => problem(name, "unreadable", id),
  });

  store.storageRetry.begin();
  const failing = store.storageRetry.failing$.subscribe((failure) => problem("settings", "store", failure));
  const streams = new Map(store.names.map((name) => [name, new Subject<StreamItem>()] as const));
  const endOfPull = new Set<CollectionName>();
  let lostRows = await openLostRows(store);
  let comparing = Promise.resolve();

  const pusher: PusherOptions = {
    ...{ store, transport, queue, signal, seen },
    blocked: (name, failure) => problem(name, "push", failure && (failure.code || String(failure.status))),
    accept({ scope, elsewhere }) {
      const ours = known.scope === undefined ? scope?.startsWith(expected) : known.scope === scope;
      const same = !elsewhere && (scope === undefined || ours === true);
      if (!same) onStale({ restored: elsewhere });
      return same;
    },
  };
  /** Collections with a batch in flight or a retry pending. */
  const sending = new Set<CollectionName>();
  const states: RxReplicationState<Doc, Checkpoint>[] = store.names.map((name) =>
    replicateRxCollection<Doc, Checkpoint>({
      replicationIdentifier,
      // Cast: one engine replicates sixteen kinds of rows.
      collection: store.collection(name) as unknown as RxCollection<Doc>,
      live: true,
      autoStart: true,
      // The election is ours (leader.ts): RxDB's keeps a frozen leader, and its visibility switch
      // starts a second one.
      waitForLeadership: false,
      toggleOnDocumentVisible: false,
      retryTime: backoff.disk.firstMs,
      pull: {
        batchSize: pullPage,
        stream$: (streams.get(name) as Subject<StreamItem>).asObservable(),
        handler: async (from, limit) => {
          const documents: Doc[] = [];
          let checkpoint = from ?? null;
          // RxDB takes a short page for the last one. A page with unreadable rows left out is none,
          // nor one after which a queue begins again.
          for (;;) {
            const page = await puller.pull(name, checkpoint, limit);
            problem(name, "pull", page.ok ? null : page.error.code || String(page.error.status));
            if (page.ok) problem(name, "failed", null);
            // Asked again with the next poll.
            if (!page.ok) break;
            store.merge.inFlight.notePulled(name, page.value.rows);
            lostRows?.pulled(name, page.value.rows);
            documents.push(...page.value.rows);
            checkpoint = page.value.checkpoint;
            if (!page.value.more) {
              pulledToTheEnd(name, page.value);
              break;
            }
            if (documents.length >= limit) break;
          }
          return { documents, checkpoint: checkpoint ?? undefined };
        },
      },
      ...(store.person && (collections[name].insert.length > 0 || collections[name].update.length > 0)
        ? {
            push: {
              batchSize: pushPage,
              handler: async (rows) => {
                sending.add(name);
                try {
                  return await pushRows(pusher, name, rows);
                } finally {
                  sending.delete(name);
                }
              },
            },
          }
        : {}),
    }),
  );

  function pulledToTheEnd(name: CollectionName, page: PulledPage): void {
    endOfPull.add(name);
    const complete = lostRows?.ended(name, page);
    if (endOfPull.size < store.names.length) return;
    if (lostRows && complete) {
      const toCompare = lostRows;
      lostRows = null;
      comparing = ifThereIsRoom(store.storageRetry.write(() => toCompare.compare(signal)));
    } else if (lostRows) pullSoon();
    const at = timestamp();
    lastSyncedAt$.next(at);
    ignoreStorageErrors(store.side.meta.put({ key: "last_synced_at", value: at }));
    if (!firstSyncDone$.value) {
      firstSyncDone$.next(true);
      ignoreStorageErrors(store.side.meta.put({ key: "first_sync_done", value: true }));
    }
  }

  // What is still under way on the server ends without a hint for everybody.
  let soon: ReturnType<typeof setTimeout> | undefined;
  const pullSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(() => hint(null), soonMs);
  };

  const hint = (names: readonly CollectionName[] | null) => {
    for (const name of names ?? store.names) streams.get(name)?.next("RESYNC");
  };
  const resync = () => {
    transport.wake();
    hint(null);
  };

  // Signed out, the store only polls: no socket per visitor, and no socket code before the first
  // screen.
  const notifications = store.person
    ? listenForChanges({
        client: transport.client,
        topics: topicsOf(store, store.person.id),
        onChange: (names) => {
          hint(names);
          // A developer's device does not replicate them: its tabs ask (queries/settings.ts).
          if (names?.includes("settings") && !store.has("settings"))
            ignoreStorageErrors(store.side.meta.put({ key: "settings_changed", value: new Date().toISOString() }));
        },
      })
    : { connected$: of(false), leave: () => undefined };

  const browser = typeof document !== "undefined";
  const onVisible = () => {
    if (document.visibilityState === "visible") resync();
  };
  // Certain, and at once: otherwise only the next call would find out, and until then the screens
  // promise too much.
  const onOffline = () => transport.seen({ type: "offline" });
  const timer = setInterval(() => {
    for (const [i, name] of store.names.entries())
      if (states[i]?.internalReplicationState?.firstSyncDone.up.value && !sending.has(name))
        ignoreStorageErrors(requeueOrphanedEdits(store, name));
  }, orphansMs);
  const polls = pollTimes(notifications.connected$).subscribe(() => {
    if (!browser || document.visibilityState === "visible") hint(null);
  });
  if (browser) {
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("online", resync);
    window.addEventListener("offline", onOffline);
  }

  const activity = combineLatest(states.map((s) => s.active$)).subscribe((all) => active$.next(all.some(Boolean)));
  const errors = states.map((s, i) =>
    s.error$.subscribe((error) => {
      const name = store.names[i];
      // Handlers retry network failures themselves, so this is a failed write to the store. RxDB
      // retries it; the collection's next answer clears it.
      if (name && !signal.aborted && !isCancelled(error)) problem(name, "failed", error.code);
    }),
  );

  return {
    active$,
    firstSyncDone$,
    lastSyncedAt$,
    problems$,
    serverOlder$,
    resync,
    async stop() {
      stopping.abort();
      notifications.leave();
      polls.unsubscribe();
      clearInterval(timer);
      clearTimeout(soon);
      if (browser) {
        document.removeEventListener("visibilitychange", onVisible);
        window.removeEventListener("online", resync);
        window.removeEventListener("offline", onOffline);
      }
      store.storageRetry.end();
      failing.unsubscribe();
      activity.unsubscribe();
      for (const e of errors) e.unsubscribe();
      await Promise.all(states.map((s) => s.cancel()));
      // What went wrong in it was said when it happened.
      await comparing.catch(() => undefined);
    },
  };
}

function isCancelled(error: { parameters?: { errors?: readonly { name?: string }[] } }): boolean {
  return (error.parameters?.errors ?? []).some((e) => e.name === new Cancelled().name);
}
