// Online queries (`sync/queries/online-queries.ts`): show the cached result, then the new one.
// Repeat when the network returns or the page becomes visible.
import { useCallback, useEffect, useRef, useState } from "react";
import type { RemotePage } from "../../sync/schema/admin-functions.ts";
import type { CollectionName } from "../../sync/schema/collections.ts";
import type { SqlFunction } from "../../sync/schema/functions.ts";
import { timestamp } from "../../sync/transport/server-clock.ts";
import { afterStart } from "../lib/after-start.ts";
import { NEXT_PAGE_RETRY_MS } from "../lib/constants.ts";
import { reportError } from "../lib/error-log.ts";
import { importOnce } from "../lib/import-once.ts";
import { mayBeSignedIn } from "./may-be-signed-in.ts";
import { useLaterQuery } from "./query.ts";
import { useStatus } from "./status.ts";
import { type Store, useStore } from "./store.ts";
import { loadSync, useSync } from "./sync.ts";
import { useReloadWhenVisible } from "./use-reload-when-visible.ts";
import { rpcAsVisitor } from "./visitor-rpc.ts";

/** Loaded on demand, because a visitor's first page must not wait for the database engine. */
const queries = importOnce(() => import("../../sync/queries/online-queries.ts"));

type RemoteState<T> =
  | { state: "loading" }
  /** `old`: the cached result of `at`. */
  | { state: "ready"; data: T; at: string; old: boolean }
  /** Offline without a cached result. */
  | { state: "offline" }
  | { state: "error" };

export type Remote<T> = RemoteState<T> & { reload: () => void };

const keyOf = (fn: SqlFunction<unknown>, args: object | null) => `${fn.name} ${JSON.stringify(args)}`;
const fresh = <T>(data: T) => ({ state: "ready" as const, data, at: timestamp(), old: false });

/** A result that a route requested; its screen takes it once. */
let prefetched: { key: string; result: RemoteState<unknown> } | null = null;

/** Requests a visit's first page before it renders. The screen repeats a failed request. */
export async function prefetchAsVisitor<T>(fn: SqlFunction<T>, args: object): Promise<void> {
  const answer = await rpcAsVisitor(fn, args, new AbortController().signal);
  if (answer?.ok) prefetched = { key: keyOf(fn, args), result: fresh(answer.value) };
}

/** The row that a call is about. */
type About = readonly [collection: CollectionName, id: string];

/**
 * Caches the last result and shows it offline.
 * @param wanted arguments of the function; null sends no request
 * @param about a row that must reach the server first, because this device may have created it
 */
export function useRemote<T>(fn: SqlFunction<T>, wanted: object | null, about?: About): Remote<T> {
  const [collection = "apps", id = ""] = about ?? [];
  const loadOnServer = useCallback(async () => (await queries()).isOnServer(collection, id), [collection, id]);
  const onServer = useLaterQuery(loadOnServer, about !== undefined);
  const there = about === undefined || (onServer.state === "ready" && onServer.data);
  const args = there ? wanted : null;
  const store = useStore();
  const sync = useSync();
  const online = useStatus("online");
  const key = keyOf(fn, args);
  // Cast: the key names the function.
  const [result, setResult] = useState<RemoteState<T>>(() =>
    prefetched?.key === key ? (prefetched.result as RemoteState<T>) : { state: "loading" },
  );
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useReloadWhenVisible(reload);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the call
  useEffect(() => {
    if (!args || (mayBeSignedIn() && !(store && sync))) return;
    const leaving = new AbortController();
    const show = (next: RemoteState<T>) => {
      if (!leaving.signal.aborted) setResult(next);
    };
    /** A visit's first page. The database loads later, and then this query stores its result. */
    const askAsVisitor = async () => {
      if (prefetched?.key === key) prefetched = null;
      else {
        const answer = await rpcAsVisitor(fn, args, leaving.signal);
        if (!answer) return;
        if (!answer.ok) return loadSync();
        show(fresh(answer.value));
      }
      leaving.signal.addEventListener(
        "abort",
        afterStart(() => void loadSync().catch(reportError)),
      );
    };
    const old = async (from: Store) => {
      const seen = await (await queries()).lastSeen(from, fn, args);
      return seen ? { state: "ready" as const, data: seen.value, at: seen.at, old: true } : null;
    };
    const ask = async () => {
      if (!store || !sync) return askAsVisitor();
      const kept = await old(store);
      if (kept) setResult((now) => (now.state === "ready" || leaving.signal.aborted ? now : kept));
      const { askRemote } = await queries();
      const answer = await askRemote(store, sync.transport, fn, args, leaving.signal, true);
      if (!answer) return;
      if (answer.ok) show({ state: "ready", data: answer.value.value, at: answer.value.at, old: false });
      else if (answer.error.type === "rejected") show({ state: "error" });
      else show(kept ?? { state: "offline" });
    };
    ask().catch((error: unknown) => {
      reportError(error);
      show({ state: "error" });
    });
    return () => leaving.abort();
  }, [store, sync, key, turn, online]);
  if (about && !there && !online) return { state: "offline", reload };
  return { ...result, reload };
}

type RowOf<P extends RemotePage<unknown>> = P["rows"][number];

export type RemoteList<P extends RemotePage<unknown>> = Remote<P> & {
  rows: RowOf<P>[];
  /** Loads the next page; null if there is none or it is loading. */
  more: (() => void) | null;
};

interface RemoteListOptions<P extends RemotePage<unknown>> {
  /** See `useRemote`. */
  about?: About;
  /** Filters cached rows, which may be from another request. */
  fits?: (row: RowOf<P>) => boolean;
}

/** A list, filtered, sorted and paginated by the server. The first page is cached. */
export function useRemoteList<P extends RemotePage<unknown>>(
  fn: SqlFunction<P>,
  request: object,
  { about, fits = () => true }: RemoteListOptions<P> = {},
): RemoteList<P> {
  const first = useRemote(fn, { request }, about);
  const store = useStore();
  const online = useStatus("online");
  const page = first.state === "ready" ? first.data : null;
  const [further, setFurther] = useState<{ of: P | null; rows: RowOf<P>[]; next: P["next"] }>();
  const asking = useRef(false);
  const [, setTries] = useState(0);
  // Further pages belong to the first page they followed.
  const behind = further && further.of === page ? further : { of: page, rows: [], next: page?.next ?? null };

  const askMore = async (from: Store) => {
    if (asking.current || !behind.next) return;
    asking.current = true;
    const [{ transport }, { askRemote }] = await Promise.all([loadSync(), queries()]);
    const signal = AbortSignal.timeout(30_000);
    const args = { request: { ...request, after: behind.next } };
    const answer = await askRemote(from, transport, fn, args, signal).finally(() => {
      asking.current = false;
    });
    // The end of the list stays visible and triggers no further event: retry after a delay.
    if (!answer?.ok) return void setTimeout(() => setTries((n) => n + 1), NEXT_PAGE_RETRY_MS);
    const { rows, next } = answer.value.value;
    setFurther({ of: behind.of, rows: [...behind.rows, ...rows], next });
  };
  const isOld = first.state === "ready" && first.old;
  const more = store && online && behind.next && !isOld;
  const rows = [...(page?.rows ?? []), ...behind.rows];
  return {
    ...first,
    rows: isOld ? rows.filter(fits) : rows,
    more: more ? () => void askMore(store).catch(reportError) : null,
  };
}
