// The only entry point of `sync/`: session, device database and sync status. One per tab.
import { createAccountCalls } from "./auth/account.ts";
import { authKey } from "./auth/auth-storage.ts";
import { personKey } from "./auth/person-key.ts";
import { createSecondFactorCalls } from "./auth/second-factor.ts";
import { createSession, type Session, type SessionState } from "./auth/session.ts";
import { renewPush } from "./auth/web-push.ts";
import { authStorageOf, beginWipe, cancelWipe, keepFromWipe, wipeAtLogout } from "./auth/wipes.ts";
import { reportUnexpected } from "./database/device-db.ts";
import type { Person, Store } from "./database/store.ts";
import { wiping } from "./database/wipe.ts";
import { type SyncStatus, storageEstimate, unsentNow } from "./replication/status.ts";
import { openTabChannel } from "./replication/tab-channel.ts";
import { createStoreHost, personOf } from "./store-host.ts";
import { onlyAnswers } from "./transport/answers.ts";
import { lazyClient, orOffline } from "./transport/client.ts";
import { createPace } from "./transport/pace.ts";
import type { AuthFailure, DeviceFailure, Failure, Result } from "./transport/result.ts";
import { createRetryPolicy } from "./transport/retry-policy.ts";
import { createTransport } from "./transport/rpc.ts";
import { createTokenRefresh } from "./transport/token-refresh.ts";
import type { StoreState, Sync, SyncConfig } from "./types.ts";
import { createContactQueue } from "./uploads/contact-queue.ts";

export type { EmailLink, LinkTokens, OAuthProvider } from "./auth/links.ts";
export type { Enrolment, SecondFactor } from "./auth/second-factor.ts";
export { finishWipes } from "./auth/wipes.ts";
export type { Query } from "./database/query.ts";
export type { ContactInput } from "./uploads/contact-queue.ts";
export type { AuthFailure, DeviceFailure, Failure, Person, Result, SessionState, Store, StoreState, Sync, SyncStatus };

export function createSync(config: SyncConfig): Sync {
  const { url, key } = config;
  const storage = authStorageOf(config);
  const send = onlyAnswers(config.fetch ?? fetch.bind(globalThis));
  const retry = createRetryPolicy();
  const place = { url, key, send, storage, storageKey: authKey };
  const readSession = createTokenRefresh(place);
  const client = lazyClient({ ...place, readSession, realtimeTransport: config.realtimeTransport });
  const personId = () => personOf(session.state$.value)?.id ?? null;

  const pace = createPace(config.timing);
  const transport = createTransport({
    client: client.get,
    session: readSession,
    url,
    key,
    send,
    retry,
    pace,
    personId,
  });
  const session: Session = createSession(client, transport, storage, keepFromWipe, (same) => {
    renewPush(transport, same).catch(reportUnexpected);
  });
  const contact = createContactQueue({
    transport,
    personId,
    ...(config.store?.device ? { device: config.store.device } : {}),
  });
  const stopping = new AbortController();
  const tabs = openTabChannel(config.storage !== undefined);
  const storedPerson = () => storage.readPerson();
  const host = createStoreHost({ config, session, transport, send, tabs, storedPerson });

  // Another tab signed in or out.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== personKey && event.key !== null) return;
    const person = storage.readPerson();
    if (person?.id === personOf(session.state$.value)?.id) return;
    session.state$.next(person ? { kind: "signed_in", person } : { kind: "signed_out" });
  };
  if (typeof window !== "undefined") window.addEventListener("storage", onStorage);

  const measure = async () => {
    const measured = await storageEstimate();
    host.status$.next({ ...host.status$.value, storage: measured });
  };
  return {
    session$: session.state$,
    store$: host.store$,
    status$: host.status$,
    slow$: host.slow$,
    transport,
    contact,
    ...orOffline({ signUp: session.signUp, signIn: session.signIn }),
    ...orOffline(createAccountCalls({ url, key, send, client, readSession, session })),
    ...createSecondFactorCalls(client, readSession, session),

    async unsent() {
      const store = await host.settled();
      return store ? unsentNow(store) : 0;
    },

    signOut: () =>
      wiping(async () => {
        const owner = personId();
        if (owner) await beginWipe(owner);
        const ended = await session.signOut();
        if (ended.ok) await host.leave(owner, (gone) => wipeAtLogout(gone, config, stopping.signal));
        else if (owner) await cancelWipe(owner);
        return ended;
      }),

    downgradeStore: host.downgrade,

    async syncNow() {
      host.syncNow();
      await measure();
    },

    measure,

    async persist() {
      if (typeof navigator !== "undefined") await navigator.storage?.persist?.();
      await measure();
    },

    async stop() {
      if (typeof window !== "undefined") window.removeEventListener("storage", onStorage);
      stopping.abort();
      contact.stop();
      await host.stop();
      tabs.close();
      await client.stop();
    },
  };
}
