// Single catalog rows: first the local copy, then the server's version.
import { useCallback, useEffect, useState } from "react";
import type { Query } from "../../sync/index.ts";
import type { Held, KeptOf } from "../../sync/queries/catalog.ts";
import type { KeptKind } from "../../sync/schema/catalog.ts";
import { afterStart } from "../lib/after-start.ts";
import { reportError } from "../lib/error-log.ts";
import { isAborted, onDevice, reportUnexpected } from "./load-catalog.ts";
import { useLaterQuery } from "./query.ts";
import { useStatus } from "./status.ts";
import { useStore } from "./store.ts";
import { loadSync } from "./sync.ts";
import { useReloadWhenVisible } from "./use-reload-when-visible.ts";

/**
 * - `asking`: not on this device; the server has not responded.
 * - `elsewhere`: not on this device, and the server is unreachable.
 * - `absent`: the server has no such row, or none that this user may see.
 */
export type FoundRow<T> = { state: "here"; found: T } | { state: "asking" | "elsewhere" | "absent" };

const lookAgainMs = 60_000;

export function useCatalogApp(id: string): FoundRow<KeptOf["app"]> {
  const load = useCallback(async () => (await onDevice()).catalogApp(id), [id]);
  return useCatalogRow("app", id, load);
}

export function useCatalogCampaign(id: string): FoundRow<KeptOf["campaign"]> {
  const load = useCallback(async () => (await onDevice()).catalogCampaign(id), [id]);
  return useCatalogRow("campaign", id, load);
}

export function useFlaggedReport(id: string): FoundRow<KeptOf["feedback"]> {
  const load = useCallback(async () => (await onDevice()).flaggedReport(id), [id]);
  return useCatalogRow("feedback", id, load);
}

function useCatalogRow<K extends KeptKind>(
  kind: K,
  id: string,
  load: () => Promise<Query<Held<KeptOf[K]> | null>>,
): FoundRow<KeptOf[K]> {
  const store = useStore();
  const online = useStatus("online");
  const read = useLaterQuery(load);
  const [answer, setAnswer] = useState<{ of: string; there: boolean | null }>();
  const [turn, setTurn] = useState(0);
  useReloadWhenVisible(useCallback(() => setTurn((n) => n + 1), []));
  const held = read.state === "ready" ? read.data : null;
  // Replicated rows need no request.
  const wanted = read.state !== "loading" && held?.own !== true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the page becomes visible
  useEffect(() => {
    if (!store || !wanted) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async (changed: boolean) => {
      const [{ transport }, { fetchRow }] = await Promise.all([loadSync(), onDevice()]);
      const there = await fetchRow(store, transport, kind, id, { changed, signal });
      if (!signal.aborted) setAnswer({ of: id, there: there.ok ? there.value : null });
    };
    const failed = (error: unknown) => {
      if (isAborted(error, signal)) return;
      reportError(error);
      setAnswer({ of: id, there: null });
    };
    look(false).catch(failed);
    const timer = setInterval(() => {
      if (online && document.visibilityState === "visible") look(true).catch(failed);
    }, lookAgainMs);
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [store, kind, id, online, turn, wanted]);

  const there = answer?.of === id ? answer.there : undefined;
  if (held?.own) return { state: "here", found: held.found };
  if (there === false) return { state: "absent" };
  if (held) return { state: "here", found: held.found };
  if (read.state === "error" || there === null) return { state: "elsewhere" };
  return { state: "asking" };
}

/** Fetches an app to get its newest release. Without a response the local copy stays. */
export async function refreshApp(id: string): Promise<void> {
  const [{ transport, store$ }, { fetchRow }] = await Promise.all([loadSync(), onDevice()]);
  const { value: state } = store$;
  if (state.kind === "open") await fetchRow(state.store, transport, "app", id, { changed: false });
}

/** Prefetches campaigns for offline use, after the start, even if the list is unmounted. */
export function usePrefetchCampaigns(ids: readonly string[]): void {
  const store = useStore();
  const online = useStatus("online");
  const key = ids.join();
  useEffect(() => {
    if (!store || !online || key === "") return;
    const prefetchCampaigns = async () => {
      const [{ transport }, { keepAhead }] = await Promise.all([loadSync(), onDevice()]);
      await keepAhead(store, transport, "campaign", key.split(","));
    };
    afterStart(() => void prefetchCampaigns().catch(reportUnexpected));
  }, [store, online, key]);
}
