// Online queries (sync/queries/online-queries.ts): shows the last answer at once, then the new one;
// asks again when the network is back or the page becomes visible.
import { useCallback, useEffect, useRef, useState } from "react";
import { askRemote, lastSeen } from "../../sync/queries/online-queries.ts";
import type { RemotePage } from "../../sync/schema/admin-functions.ts";
import type { SqlFunction } from "../../sync/schema/functions.ts";
import { backoff, pauseMs } from "../../sync/transport/retry-policy.ts";
import { reportError } from "../lib/error-log.ts";
import { useStatus } from "./status.ts";
import { type Store, useStore } from "./store.ts";
import { loadSync, useSync } from "./sync.ts";
import { useLookedAt } from "./use-looked-at.ts";

type RemoteState<T> =
  | { state: "loading" }
  /** `old`: the stored answer of `at`, not a new one. */
  | { state: "ready"; data: T; at: string; old: boolean }
  /** No network and no stored answer. */
  | { state: "offline" }
  | { state: "error" };

export type Remote<T> = RemoteState<T> & { reload: () => void };

/**
 * Stores the last answer, and shows it while offline.
 * @param args null: asks nothing
 */
export function useRemote<T>(fn: SqlFunction<T>, args: object | null): Remote<T> {
  const store = useStore();
  const sync = useSync();
  const online = useStatus("online");
  const [result, setResult] = useState<RemoteState<T>>({ state: "loading" });
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  const key = `${fn.name} ${JSON.stringify(args)}`;
  useLookedAt(reload);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the call
  useEffect(() => {
    if (!store || !sync || !args) return;
    const leaving = new AbortController();
    const show = (next: RemoteState<T>) => {
      if (!leaving.signal.aborted) setResult(next);
    };
    const old = async () => {
      const seen = await lastSeen(store, fn, args);
      return seen ? { state: "ready" as const, data: seen.value, at: seen.at, old: true } : null;
    };
    const ask = async () => {
      const kept = await old();
      if (kept) setResult((now) => (now.state === "ready" || leaving.signal.aborted ? now : kept));
      const answer = await askRemote(store, sync.transport, fn, args, leaving.signal, true);
      if (!answer) return;
      if (answer.ok) show({ state: "ready", data: answer.value.value, at: answer.value.at, old: false });
      else if (answer.error.type === "refused") show({ state: "error" });
      else show(kept ?? { state: "offline" });
    };
    ask().catch((error: unknown) => {
      reportError(error);
      show({ state: "error" });
    });
    return () => leaving.abort();
  }, [store, sync, key, turn, online]);
  return { ...result, reload };
}

type RowOf<P extends RemotePage<unknown>> = P["rows"][number];

export type RemoteList<P extends RemotePage<unknown>> = Remote<P> & {
  rows: RowOf<P>[];
  /** Loads the next page; null: there is none, or it is loading. */
  more: (() => void) | null;
};

/**
 * A paginated list. The server filters and sorts by `request`; the first page is stored for offline
 * use.
 */
export function useRemoteList<P extends RemotePage<unknown>>(fn: SqlFunction<P>, request: object): RemoteList<P> {
  const first = useRemote(fn, { request });
  const store = useStore();
  const online = useStatus("online");
  const page = first.state === "ready" ? first.data : null;
  const [further, setFurther] = useState<{ of: P | null; rows: RowOf<P>[]; next: P["next"] }>();
  const asking = useRef(false);
  const [, setTries] = useState(0);
  // Pages after another first page belong to another list.
  const behind = further && further.of === page ? further : { of: page, rows: [], next: page?.next ?? null };

  const askMore = async (from: Store) => {
    if (asking.current || !behind.next) return;
    asking.current = true;
    const { transport } = await loadSync();
    const signal = AbortSignal.timeout(30_000);
    const args = { request: { ...request, after: behind.next } };
    const answer = await askRemote(from, transport, fn, args, signal).finally(() => {
      asking.current = false;
    });
    // The end of the list stays in view and triggers nothing again: retries after a pause.
    if (!answer?.ok) return void setTimeout(() => setTries((n) => n + 1), pauseMs(backoff.steady));
    const { rows, next } = answer.value.value;
    setFurther({ of: behind.of, rows: [...behind.rows, ...rows], next });
  };
  const more = store && online && behind.next && !(first.state === "ready" && first.old);
  return {
    ...first,
    rows: [...(page?.rows ?? []), ...behind.rows],
    more: more ? () => void askMore(store).catch(reportError) : null,
  };
}
