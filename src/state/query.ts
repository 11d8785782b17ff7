// Live queries on the device database. Screens with the same query share a subscription, which
// stays open for a while, so that going back renders at once.
import { useCallback, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";
import type { Subscription } from "rxjs";
import { ownTask } from "../../sync/database/own-task.ts";
import type { Query, Store } from "../../sync/index.ts";
import { reportError } from "../lib/error-log.ts";
import { useArriving } from "./status.ts";
import { useStore, useStoreState } from "./store.ts";

export type QueryState<T> = { state: "loading" } | { state: "ready"; data: T } | { state: "error"; error: unknown };

interface Observation {
  snapshot: QueryState<unknown>;
  listeners: Set<() => void>;
  stop: (() => void) | null;
  idle: ReturnType<typeof setTimeout> | null;
}

const KEEP_MS = 30_000;
const LOADING = { state: "loading" } as const;
const observations = new WeakMap<Store, Map<string, Observation>>();

function observationOf(store: Store, key: string): Observation {
  const known = observations.get(store) ?? new Map<string, Observation>();
  observations.set(store, known);
  const one = known.get(key) ?? { snapshot: LOADING, listeners: new Set(), stop: null, idle: null };
  known.set(key, one);
  return one;
}

function start<T>(store: Store, read: Query<T>, one: Observation) {
  const show = (snapshot: QueryState<unknown>) => {
    one.snapshot = snapshot;
    for (const listener of one.listeners) listener();
  };
  let following: Subscription | undefined;
  let left = false;
  one.stop = () => {
    left = true;
    following?.unsubscribe();
  };
  const observe = () => {
    if (left) return;
    following = read.observe(store).subscribe({
      next: (data) => show({ state: "ready", data }),
      error: (error: unknown) => {
        reportError(error);
        one.stop = null;
        show({ state: "error", error });
      },
      complete: () => {
        one.stop = null;
      },
    });
  };
  void ownTask().then(observe);
}

/** Drops unused results; the next reader queries again. */
function forgetUnused(store: Store, key: string): void {
  const one = observations.get(store)?.get(key);
  if (!one || one.listeners.size > 0) return;
  if (one.idle) clearTimeout(one.idle);
  one.stop?.();
  observations.get(store)?.delete(key);
}

/** `read` may be created during render, because its key identifies it. `null` reads nothing. */
export function useQuery<T>(read: Query<T> | null): QueryState<T> {
  const state = useStoreState();
  const store = state.kind === "open" ? state.store : null;
  const key = read?.key;
  // During the first sync, rows arriving one by one would push earlier ones away.
  const arriving = useArriving() && Boolean(store?.person);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!store || !read) return () => undefined;
      if (arriving) {
        forgetUnused(store, read.key);
        return () => undefined;
      }
      const one = observationOf(store, read.key);
      if (one.idle) clearTimeout(one.idle);
      one.idle = null;
      one.listeners.add(listener);
      if (!one.stop) start(store, read, one);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size > 0) return;
        one.idle = setTimeout(() => forgetUnused(store, read.key), KEEP_MS);
      };
    },
    [store, key, arriving],
  );
  const snapshot = useSyncExternalStore(subscribe, () =>
    store && key !== undefined ? observationOf(store, key).snapshot : LOADING,
  );
  const drawn = useDeferredValue(snapshot);
  if (state.kind === "failed") return { state: "error", error: state.failure };
  if (arriving) return LOADING;
  // Defer only the first render of the rows, which is slow, so that input has priority: the longest
  // task of a review board with 1,000 reports takes 0.5 instead of 0.9 s at CPU x4.
  return (drawn.state === "loading" ? drawn : snapshot) as QueryState<T>;
}

/**
 * A query whose code loads with the database, for pages rendered before both.
 * @param load must be the same function for the same query
 * @param wanted false delays it
 */
export function useLaterQuery<T>(load: () => Promise<Query<T>>, wanted = true): QueryState<T> {
  const store = useStore();
  const [loaded, setLoaded] = useState<{ load: typeof load; query: Query<T> }>();
  useEffect(() => {
    let left = false;
    if (store && wanted) {
      load().then((query) => {
        if (!left) setLoaded({ load, query });
      }, reportError);
    }
    return () => {
      left = true;
    };
  }, [store, load, wanted]);
  return useQuery(wanted && loaded?.load === load ? loaded.query : null);
}

export function useQueryOr<T>(read: Query<T> | null, otherwise: T): T {
  const result = useQuery(read);
  return result.state === "ready" ? result.data : otherwise;
}
