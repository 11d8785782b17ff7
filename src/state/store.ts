// The local database for React: its state, and mutations. A mutation returns at once with its
// result on this device; the server's answer comes later, as a change of the row or an entry of the
// outbox.
import type { Failure, Result, Store, StoreState, Sync } from "../../sync/index.ts";
import { storageFailure } from "../../sync/transport/errors.ts";
import { firstValue } from "./first-value.ts";
import { loadSync, useOfSync } from "./sync.ts";

export type { Failure, Result, Store };

const opening: StoreState = { kind: "opening" };

const storeOf = (sync: Sync) => sync.store$;
const slowOf = (sync: Sync) => sync.slow$;

export function useStoreState(): StoreState {
  // One object for all that is opening without more to say: nothing is drawn again.
  return useOfSync(storeOf, opening, (state) => (state.kind === "opening" && !state.upgrade ? opening : state));
}

/** It has not opened, or not answered, for some seconds. */
export function useStoreSlow(): boolean {
  return useOfSync(slowOf, false, (slow) => slow);
}

/** Null while it is opening, or when it could not be opened. */
export function useStore(): Store | null {
  return useOfSync(storeOf, opening, (state) => (state.kind === "open" ? state.store : null));
}

/** @param instead a database that was replaced: waits for its successor */
export async function openStore(instead: Store | null = null): Promise<Result<Store>> {
  const sync = await loadSync();
  const settled = await firstValue(
    sync.store$,
    (s): s is Exclude<StoreState, { kind: "opening" }> =>
      s.kind === "failed" || (s.kind === "open" && s.store !== instead),
  );
  return settled.kind === "open" ? { ok: true, value: settled.store } : { ok: false, error: settled.failure };
}

/**
 * `const apply = useMutation(applicationCreate); const result = await apply(input);`
 *
 * A full disk or denied storage is a result, too: only bugs throw.
 */
export function useMutation<A extends unknown[], T>(write: (store: Store, ...args: A) => Promise<Result<T>>) {
  return async (...args: A): Promise<Result<T>> => {
    let store = await openStore();
    for (;;) {
      if (!store.ok) return store;
      try {
        return await write(store.value, ...args);
      } catch (error) {
        // The database was rebuilt meanwhile (another role, another server): repeats the write in
        // the new one.
        if (error instanceof Error && error.name === "StoreReplaced") {
          store = await openStore(store.value);
          continue;
        }
        const failure = storageFailure(error);
        if (failure) return { ok: false, error: failure };
        throw error;
      }
    }
  };
}
