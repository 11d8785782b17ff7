// Gives React the state of the device database, and mutations. A mutation returns its local result
// at once; the server's response follows as a changed row or an outbox entry.
import type { Failure, Result, Store, StoreState, Sync } from "../../sync/index.ts";
import { storageFailure } from "../../sync/transport/errors.ts";
import { firstValue } from "./first-value.ts";
import { loadSync, useOfSync } from "./sync.ts";

export type { Failure, Result, Store };

const opening: StoreState = { kind: "opening" };

const storeOf = (sync: Sync) => sync.store$;
const slowOf = (sync: Sync) => sync.slow$;

export function useStoreState(): StoreState {
  // A shared object while opening, to avoid re-renders.
  return useOfSync(storeOf, opening, (state) => (state.kind === "opening" && !state.upgrade ? opening : state));
}

/** True if the database has not opened or responded for some seconds. */
export function useStoreSlow(): boolean {
  return useOfSync(slowOf, false, (slow) => slow);
}

/** Null while opening or after a failure. */
export function useStore(): Store | null {
  return useOfSync(storeOf, opening, (state) => (state.kind === "open" ? state.store : null));
}

/** @param instead a replaced database: waits for its successor */
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
 * `const apply = useMutation(applicationCreate); const result = await apply(input);` A full disk or
 * denied storage is a result, too: only bugs throw.
 */
export function useMutation<A extends unknown[], T>(write: (store: Store, ...args: A) => Promise<Result<T>>) {
  return async (...args: A): Promise<Result<T>> => {
    let store = await openStore();
    for (;;) {
      if (!store.ok) return store;
      try {
        return await write(store.value, ...args);
      } catch (error) {
        // Another role or server, or another tab's upgrade: repeat the write on the next store.
        if (store.value.isReplaced(error)) {
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
