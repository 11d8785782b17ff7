// Opens the store of the signed-in person. Only one is open at a time, and the leader replicates
// it. It is replaced when the person, the role or the server's epoch changes.
import { BehaviorSubject, Subscription } from "rxjs";
import { followProfile } from "./auth/follow-profile.ts";
import type { Session, SessionState } from "./auth/session.ts";
import { afterFirstPaint } from "./database/own-task.ts";
import { answers, watchSlow } from "./database/slow-watch.ts";
import { openStore, type Person, type Rebuild, rebuildStore, type Store, StoreReplaced } from "./database/store.ts";
import type { UpgradeProgress } from "./database/store-upgrade.ts";
import { isLasting } from "./database/stored-bytes.ts";
import { initialStatus } from "./replication/initial-status.ts";
import { electLeader, type Leadership } from "./replication/leader.ts";
import { createReplicatorLoader } from "./replication/replicator-loader.ts";
import { type LiveStatus, observeStatus, type SyncStatus } from "./replication/status.ts";
import type { TabChannel } from "./replication/tab-channel.ts";
import { storageFailure } from "./transport/errors.ts";
import type { Transport } from "./transport/rpc.ts";
import type { StoreState, SyncConfig } from "./types.ts";

/** Everything with the lifetime of an open store. */
interface Open {
  store: Store;
  leadership: Leadership;
  subscription: Subscription;
}

const idle: LiveStatus = {
  online: true,
  active: false,
  locked: false,
  serverOlder: false,
  problem: null,
  lacking: [],
  slow: null,
};

const openTries = 3;
const openPauseMs = 300;

/**
 * Opens a store. Retries if another tab was upgrading or wiping the database, or if the browser
 * aborted without a reason, as WebKit does while a page unloads.
 */
async function openPatiently(...args: Parameters<typeof openStore>): Promise<Store> {
  for (let tries = 1; ; tries++) {
    try {
      return await openStore(...args);
    } catch (error) {
      const passing = error instanceof StoreReplaced || storageFailure(error)?.type === "unexpected";
      if (!passing || tries === openTries) throw error;
      await new Promise((resume) => setTimeout(resume, openPauseMs));
    }
  }
}

export const personOf = (s: SessionState) => (s.kind === "signed_in" || s.kind === "locked" ? s.person : null);

interface HostOptions {
  config: SyncConfig;
  session: Session;
  transport: Transport;
  send: typeof fetch;
  tabs: TabChannel;
  /** The person in the browser's storage, which another tab may have changed. */
  storedPerson: () => Person | null;
}

export function createStoreHost({ config, session, transport, send, tabs, storedPerson }: HostOptions) {
  const store$ = new BehaviorSubject<StoreState>({ kind: "opening" });
  const status$ = new BehaviorSubject<SyncStatus>(initialStatus);
  const live$ = new BehaviorSubject<LiveStatus>(idle);
  const slow = watchSlow();
  const { broadcast } = tabs;

  let open: Open | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  /** Changes the store one task at a time. Never rejects: a failure becomes its state. */
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    turn = turn.then(task).catch((error: unknown) => {
      store$.next({ kind: "failed", failure: storageFailure(error) ?? { type: "unexpected", error } });
    });
    return turn;
  };

  /** Publishes the replication status to this tab and its followers. */
  function notify(store: Store, live: LiveStatus): void {
    live$.next(live);
    broadcast({ type: "status", owner: store.owner, live });
  }

  const lead = createReplicatorLoader({
    inTurn,
    onMissing: (store) => notify(store, { ...idle, online: false }),
    optionsFor: (store) => ({
      store,
      transport,
      send,
      onStale: ({ restored }) => void restart(store, restored),
      onLive: (live) => notify(store, live),
    }),
  });

  const madeFor = (person: Person | null) =>
    open?.store.owner === (person?.id ?? "anonymous") && open.store.role === (person?.role ?? "anonymous");

  /** A screen must never receive another person's store, not even between two tasks. */
  function publishState(): void {
    const next: StoreState =
      open && madeFor(personOf(session.state$.value)) ? { kind: "open", store: open.store } : { kind: "opening" };
    const now = store$.value;
    if (now.kind === next.kind && (now.kind !== "open" || next.kind !== "open" || now.store === next.store)) return;
    store$.next(next);
  }

  async function openFor(person: Person | null, downgrade = false): Promise<void> {
    store$.next({ kind: "opening" });
    const upgrading = {
      progress: (upgrade: UpgradeProgress) => store$.next({ kind: "opening", upgrade }),
      downgrade,
    };
    const opening = openPatiently(person, config.store, upgrading);
    slow.watch(opening.then(answers));
    const store = await opening;
    const subscription = new Subscription();
    const leadership = electLeader(store.owner, (leads) => {
      void inTurn(() => (leads && open?.store === store ? lead.begin(store) : lead.end()));
    });
    open = { store, leadership, subscription };
    subscription.add(store.lost$.subscribe(() => void reopen(store)));
    const { storage: measured, lasting } = status$.value;
    // Known from the start: otherwise a screen would show rows one by one while they are pulled.
    status$.next({ ...initialStatus, storage: measured, lasting, firstSyncDone: store.wasComplete });
    publishState();
    void afterFirstPaint().then(() => {
      if (subscription.closed) return;
      subscription.add(observeStatus(store, live$, status$));
      if (store.person) subscription.add(followProfile(store, store.person, session));
      // Tests have no window.
      if (typeof window !== "undefined") {
        void isLasting(store.device).then((lasting) => status$.next({ ...status$.value, lasting }));
      }
    });
    // Only changes are broadcast, so a new tab asks the leader.
    broadcast({ type: "hello", owner: store.owner });
  }

  /** Stops all work in the store without closing it. */
  async function detachStore({ leadership, subscription }: Open): Promise<void> {
    open = null;
    store$.next({ kind: "opening" });
    subscription.unsubscribe();
    leadership.stop();
    await lead.end();
  }

  async function close(): Promise<void> {
    if (!open) return;
    const { store } = open;
    await detachStore(open);
    live$.next(idle);
    await store.close();
  }

  /** The store no longer fits the person, role or epoch: rebuilds it with its pending changes. */
  async function rebuild(stale: Open, why: Rebuild): Promise<void> {
    await detachStore(stale);
    await rebuildStore(stale.store, why);
    broadcast({ type: "reopen", owner: stale.store.owner });
    await openFor(why.next);
  }

  /**
   * Reopens a lost store. After the person cleared the site's data, its rows are pulled again.
   * After another tab upgraded it, this tab must reload.
   */
  const reopen = (gone: Store): Promise<void> =>
    inTurn(async () => {
      if (open?.store !== gone || stopped) return;
      await close();
      await openFor(gone.person);
    });

  function restart(stale: Store, restored: boolean): Promise<void> {
    return inTurn(async () => {
      // Several collections may notice at the same time, but the store is rebuilt once.
      if (open?.store !== stale || stopped) return;
      const fresh = stale.person ? await session.reload() : null;
      await rebuild(open, { next: fresh ?? stale.person, restored });
    });
  }

  const following = session.state$.subscribe((state) => {
    // At once: the open store may belong to the previous person.
    if (store$.value.kind === "open") publishState();
    const person = personOf(state);
    void inTurn(async () => {
      if (stopped) return;
      if (madeFor(person)) return publishState();
      // Signing in again returned another role. Reopening the store would lose the pending changes.
      if (lead.leads && open && open.store.owner === person?.id)
        return rebuild(open, { next: person, restored: false });
      await close();
      await openFor(person);
    });
  });

  tabs.listen((message) => {
    if (message.owner !== open?.store.owner) return;
    if (message.type === "status" && !lead.leads) live$.next(message.live);
    if (message.type === "hello" && lead.leads) broadcast({ type: "status", owner: message.owner, live: live$.value });
    if (message.type === "sync") lead.running?.syncNow();
    if (message.type === "reopen") {
      void inTurn(async () => {
        const person = storedPerson();
        await close();
        session.state$.next(person ? { kind: "signed_in", person } : { kind: "signed_out" });
        await openFor(person);
      });
    }
  });

  return {
    store$,
    status$,
    slow$: slow.slow$,
    /** Resolves with the open store after all pending changes of store; null if none is open. */
    async settled(): Promise<Store | null> {
      await turn;
      return open?.store ?? null;
    },
    /** Replicates now, in this tab or in the leader. */
    syncNow() {
      if (lead.running) lead.running.syncNow();
      else if (open) broadcast({ type: "sync", owner: open.store.owner });
    },
    /** Closes an owner's store permanently, here and in other tabs. @param wipe deletes its data */
    leave: (owner: string | null, wipe: (owner: string) => Promise<void>): Promise<void> =>
      inTurn(async () => {
        if (owner) {
          if (open?.store.owner === owner) await close();
          broadcast({ type: "reopen", owner });
          await wipe(owner);
        }
        if (!open) await openFor(null);
      }),
    /** Converts a newer version's store to this version's format. */
    downgrade: (): Promise<void> =>
      inTurn(async () => {
        if (!open) await openFor(personOf(session.state$.value), true);
      }),
    async stop() {
      stopped = true;
      following.unsubscribe();
      slow.stop();
      await inTurn(close);
    },
  };
}
