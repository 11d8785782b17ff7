// The screens' only access to `sync/`. Loaded on demand, because public pages must not wait for the
// database engine. Creates the tab's single Sync.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useCallback, useSyncExternalStore } from "react";
import type { BehaviorSubject } from "rxjs";
import type { Sync } from "../../sync/index.ts";
import { reportError } from "../lib/error-log.ts";
import { backendKey, backendUrl } from "./backend-address.ts";
import { forgetPerson } from "./forget-person.ts";

export type Transport = Sync["transport"];

const syncAtom = atom<Sync | null>(null);
const loadingAtom = atom<Promise<Sync> | null>(null);

async function create(): Promise<Sync> {
  const { createSync, finishWipes } = await import("../../sync/index.ts");
  const config = { url: backendUrl(), key: backendKey, forget: forgetPerson };
  // Denied storage has nothing to wipe; opening the database reports it.
  await finishWipes(config).catch(reportError);
  const sync = createSync(config);
  getDefaultStore().set(syncAtom, sync);
  return sync;
}

export function loadSync(): Promise<Sync> {
  const store = getDefaultStore();
  const known = store.get(loadingAtom);
  if (known) return known;
  const loading = create();
  store.set(loadingAtom, loading);
  // Do not cache a failed import.
  loading.catch(() => store.set(loadingAtom, null));
  return loading;
}

/** Null if its code is not cached and the device is offline. */
export const syncIfThere = (): Promise<Sync | null> =>
  loadSync().catch((error: unknown) => {
    if (navigator.onLine) reportError(error);
    return null;
  });

export const isSyncWanted = (): boolean => getDefaultStore().get(loadingAtom) !== null;

/** Null until loaded. */
export const useSync = (): Sync | null => useAtomValue(syncAtom);

/**
 * Selects from a subject of the Sync; re-renders only when the selected value changes.
 * @param subjectOf must be the same function each time
 * @param before value until the Sync is loaded, also during hydration
 */
export function useOfSync<T, S>(subjectOf: (sync: Sync) => BehaviorSubject<T>, before: T, select: (value: T) => S): S {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const store = getDefaultStore();
      const follow = () => {
        const sync = store.get(syncAtom);
        return sync ? subjectOf(sync).subscribe(onChange) : undefined;
      };
      let following = follow();
      const stop = store.sub(syncAtom, () => {
        following?.unsubscribe();
        following = follow();
      });
      return () => {
        stop();
        following?.unsubscribe();
      };
    },
    [subjectOf],
  );
  const now = () => {
    const sync = getDefaultStore().get(syncAtom);
    return select(sync ? subjectOf(sync).value : before);
  };
  return useSyncExternalStore(subscribe, now, () => select(before));
}
