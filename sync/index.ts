// The door to everything below the screens: who is signed in, their store, what synchronisation is
// doing. One per tab.
// Opens one store at a time, replicates it in the leading tab, swaps it when person, role or the
// server's epoch change.
import { BehaviorSubject, Subscription } from "rxjs";
import { createAccountCalls } from "./auth/account.ts";
import { AuthStorage, authKey, personKey } from "./auth/auth-storage.ts";
import { createSecondFactorCalls } from "./auth/second-factor.ts";
import { type AuthFailure, createSession, type Session, type SessionState } from "./auth/session.ts";
import { afterFirstPaint } from "./database/after-first-paint.ts";
import { isLasting } from "./database/kept-bytes.ts";
import { answers, watchSlow } from "./database/slow-watch.ts";
import { openStore, type Person, type Rebuild, rebuildStore, type Store, wipePerson } from "./database/store.ts";
import { begunWipes, endWipe, noteWipe, wiping } from "./database/wipe.ts";
import { electLeader, type Leadership } from "./replication/leader.ts";
import { createReplicatorLoader } from "./replication/replicator-loader.ts";
import {
  initialStatus,
  type LiveStatus,
  observeStatus,
  type SyncStatus,
  storageEstimate,
  unsentNow,
} from "./replication/status.ts";
import { onlyAnswers } from "./transport/answers.ts";
import { lazyClient, orOffline } from "./transport/client.ts";
import { storageFailure } from "./transport/errors.ts";
import type { Failure, Result } from "./transport/result.ts";
import { createRetryPolicy } from "./transport/retry-policy.ts";
import { createTransport, withTimeout } from "./transport/rpc.ts";
import { withRefresh } from "./transport/token-refresh.ts";
import type { StoreState, Sync, SyncConfig } from "./types.ts";
import { createContactQueue } from "./uploads/contact-queue.ts";

export type { LinkTokens, OAuthProvider } from "./auth/account.ts";
export type { Enrolment, SecondFactor } from "./auth/second-factor.ts";
export type { Query } from "./database/query.ts";
export type { ContactInput, ContactMessage } from "./uploads/contact-queue.ts";
export type { AuthFailure, Failure, Person, Result, SessionState, Store, StoreState, Sync, SyncStatus };

/** Everything that lives as long as one open store. */
interface Open {
  store: Store;
  leadership: Leadership;
  subscription: Subscription;
}

type Message =
  | { type: "status"; owner: string; live: LiveStatus }
  | { type: "sync" | "reopen" | "hello"; owner: string };

const idle: LiveStatus = { online: true, active: false, locked: false, clockOffset: null, problem: null, sent: [] };

const authStorage = ({ storage }: SyncConfig) => (storage ? new AuthStorage(storage, storage) : new AuthStorage());

/** Killed at any point, `finishWipes` goes on. */
async function wipe(owner: string, config: SyncConfig): Promise<void> {
  const gone = await wipePerson(owner, config.store);
  await config.forget?.(owner);
  if (gone) await unlessDenied(endWipe(owner));
}

/** A disk that is full or denied takes no note: logging out goes on without one. */
const unlessDenied = (note: Promise<void>) =>
  note.catch((error: unknown) => {
    if (storageFailure(error) === null) throw error;
  });

/** Before anything is shown: a browser that was killed while somebody logged out finishes it. */
export async function finishWipes(config: SyncConfig): Promise<void> {
  await wiping(async () => {
    for (const owner of await begunWipes()) {
      const storage = authStorage(config);
      if (storage.readPerson()?.id === owner) storage.clear();
      await wipe(owner, config);
    }
  });
}

/**
 * Where the person's name and address are said (sidebar, account, new comments) they are the
 * profile's, from the moment it has them.
 */
function followProfile(store: Store, person: Person, session: Session): Subscription {
  return store
    .collection("profiles")
    .findOne(person.id)
    .$.subscribe((profile) => {
      if (!profile) return;
      const known = { name: profile.name, email: profile.email || person.email };
      session.update(known);
      Object.assign(person, known);
    });
}

export function createSync(config: SyncConfig): Sync {
  const storage = authStorage(config);
  const send = onlyAnswers(config.fetch ?? fetch.bind(globalThis));
  const retry = createRetryPolicy();
  const client = lazyClient((createClient) =>
    createClient(config.url, config.key, {
      // Links from e-mails are read by the pages that they land on: a session taken from any
      // address whatever would swap the token under the person who is signed in.
      auth: { storage, storageKey: authKey, persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
      global: { fetch: withRefresh(withTimeout(send), retry) },
      ...(config.realtimeTransport ? { realtime: { transport: config.realtimeTransport } } : {}),
    }),
  );
  const personOf = (s: SessionState) => (s.kind === "signed_in" || s.kind === "locked" ? s.person : null);
  const personId = () => personOf(session.state$.value)?.id ?? null;
  const transport = createTransport({ client: client.get, url: config.url, key: config.key, send, retry, personId });
  const session: Session = createSession(client.get, transport, storage);
  const contact = createContactQueue({
    transport,
    key: config.key,
    send,
    personId,
    ...(config.store?.device ? { device: config.store.device } : {}),
  });
  const store$ = new BehaviorSubject<StoreState>({ kind: "opening" });
  const status$ = new BehaviorSubject<SyncStatus>(initialStatus);
  const live$ = new BehaviorSubject<LiveStatus>(idle);
  const slow = watchSlow();
  const channel = typeof BroadcastChannel === "undefined" || config.storage ? null : new BroadcastChannel("betaflock");
  const broadcast = (message: Message) => channel?.postMessage(message);

  let open: Open | null = null;
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  /** One change of store at a time, in order. */
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    turn = turn.then(task).catch((error: unknown) => {
      store$.next({ kind: "failed", failure: storageFailure(error) ?? { type: "unexpected", error } });
    });
    return turn;
  };

  /** What replication is doing, for this tab and for those that follow it. */
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

  /**
   * A screen must never be handed a store of somebody else, not even between two tasks: it would
   * read what is not there.
   */
  function publishState(): void {
    const next: StoreState =
      open && madeFor(personOf(session.state$.value)) ? { kind: "open", store: open.store } : { kind: "opening" };
    const now = store$.value;
    if (now.kind === next.kind && (now.kind !== "open" || next.kind !== "open" || now.store === next.store)) return;
    store$.next(next);
  }

  async function openFor(person: Person | null, downgrade = false): Promise<void> {
    store$.next({ kind: "opening" });
    const opening = openStore(person, config.store, {
      progress: (upgrade) => store$.next({ kind: "opening", upgrade }),
      replaced: () => broadcast({ type: "reopen", owner: person?.id ?? "anonymous" }),
      downgrade,
    });
    slow.watch(opening.then(answers));
    const store = await opening;
    const subscription = new Subscription();
    const leadership = electLeader(store.owner, (leads) => {
      void inTurn(() => (leads && open?.store === store ? lead.begin(store) : lead.end()));
    });
    open = { store, leadership, subscription };
    const { storage: measured, lasting } = status$.value;
    status$.next({ ...initialStatus, storage: measured, lasting });
    publishState();
    void afterFirstPaint().then(() => {
      if (subscription.closed) return;
      subscription.add(observeStatus(store, live$, status$));
      if (store.person) subscription.add(followProfile(store, store.person, session));
      // Without a window (tests) there is nothing to be closed.
      if (typeof window !== "undefined") {
        void isLasting(store.side).then((lasting) => status$.next({ ...status$.value, lasting }));
      }
    });
    // Only what changes is told; a tab that opens later asks what the replicating tab knows.
    broadcast({ type: "hello", owner: store.owner });
  }

  /** Nothing goes on in the store; it is not closed yet. */
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

  /**
   * Person, role or epoch are no longer what the store was made for: it is made anew, and what is
   * unsent is kept.
   */
  async function rebuild(stale: Open, why: Rebuild): Promise<void> {
    await detachStore(stale);
    await rebuildStore(stale.store, why, config.store);
    broadcast({ type: "reopen", owner: stale.store.owner });
    await openFor(why.next);
  }

  function restart(stale: Store, restored: boolean): Promise<void> {
    return inTurn(async () => {
      // Each collection's pull may have noticed: the store is made anew once.
      if (open?.store !== stale || stopped) return;
      const fresh = stale.person ? await session.reload() : null;
      await rebuild(open, { next: fresh ?? stale.person, restored });
    });
  }

  const following = session.state$.subscribe((state) => {
    // At once: a store that is still being opened, or is open, may be that of whoever was here
    // before.
    if (store$.value.kind === "open") publishState();
    const person = personOf(state);
    void inTurn(async () => {
      if (stopped) return;
      if (madeFor(person)) return publishState();
      // Another role, found out by signing in again: what is unsent has no place in a store that is
      // only opened anew.
      if (lead.leads && open && open.store.owner === person?.id)
        return rebuild(open, { next: person, restored: false });
      await close();
      await openFor(person);
    });
  });

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.owner !== open?.store.owner) return;
      if (data.type === "status" && !lead.leads) live$.next(data.live);
      if (data.type === "hello" && lead.leads) broadcast({ type: "status", owner: data.owner, live: live$.value });
      if (data.type === "sync") lead.running?.syncNow();
      if (data.type === "reopen") {
        void inTurn(async () => {
          const person = storage.readPerson();
          await close();
          if (person) session.state$.next({ kind: "signed_in", person });
          else session.state$.next({ kind: "signed_out" });
          await openFor(person);
        });
      }
    };
  }

  // Another tab signed somebody in or out.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== personKey && event.key !== null) return;
    const person = storage.readPerson();
    if (person?.id === personOf(session.state$.value)?.id) return;
    session.state$.next(person ? { kind: "signed_in", person } : { kind: "signed_out" });
  };
  if (typeof window !== "undefined") window.addEventListener("storage", onStorage);

  const measure = async () => {
    const measured = await storageEstimate();
    status$.next({ ...status$.value, storage: measured });
  };
  return {
    session$: session.state$,
    store$,
    status$,
    slow$: slow.slow$,
    transport,
    contact,
    ...orOffline({ signUp: session.signUp, signIn: session.signIn }),
    ...orOffline(createAccountCalls({ url: config.url, key: config.key, send, client: client.get, session })),
    ...createSecondFactorCalls(client.get, session),

    async unsent() {
      await turn;
      return open ? unsentNow(open.store) : 0;
    },

    signOut: () =>
      wiping(async () => {
        const owner = personId();
        if (owner) await unlessDenied(noteWipe(owner));
        const ended = await session.signOut();
        if (!ended.ok) {
          if (owner) await unlessDenied(endWipe(owner));
          return ended;
        }
        await inTurn(async () => {
          if (owner) {
            if (open?.store.owner === owner) await close();
            broadcast({ type: "reopen", owner });
            await wipe(owner, config);
          }
          if (!open) await openFor(null);
        });
        return ended;
      }),

    downgradeStore: () =>
      inTurn(async () => {
        if (!open) await openFor(personOf(session.state$.value), true);
      }),

    async syncNow() {
      if (lead.running) lead.running.syncNow();
      else if (open) broadcast({ type: "sync", owner: open.store.owner });
      await measure();
    },

    measure,

    async persist() {
      if (typeof navigator !== "undefined") await navigator.storage?.persist?.();
      await measure();
    },

    async stop() {
      stopped = true;
      if (typeof window !== "undefined") window.removeEventListener("storage", onStorage);
      following.unsubscribe();
      slow.stop();
      contact.stop();
      await inTurn(close);
      channel?.close();
      await client.stop();
    },
  };
}
