// The one way from the screens to `sync/`. Loaded when the first page asks for it: the public pages
// must not wait for the database engine. Never decides anything: it only makes the one Sync of this
// tab and hands it out.
import { atom, getDefaultStore, useAtomValue } from "jotai";
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
  // Storage that is denied holds nothing to be wiped, and is told when the store is opened.
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
  // A chunk that could not be fetched must be asked for again next time, not be remembered as lost.
  loading.catch(() => store.set(loadingAtom, null));
  return loading;
}

/** Null until a page has asked for it. */
export const useSync = (): Sync | null => useAtomValue(syncAtom);
