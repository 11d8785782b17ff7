// Whole rows of the catalog for the screens: what this device has, as the server has it a moment
// later.
import { useCallback, useEffect, useState } from "react";
import type { Query } from "../../sync/index.ts";
import type { Held, KeptOf } from "../../sync/queries/catalog.ts";
import type { KeptKind } from "../../sync/schema/catalog.ts";
import { reportError } from "../lib/error-log.ts";
import { isAborted, onDevice, tell } from "./load-catalog.ts";
import { useLaterQuery } from "./query.ts";
import { useStatus } from "./status.ts";
import { useStore } from "./store.ts";
import { loadSync } from "./sync.ts";
import { useLookedAt } from "./use-looked-at.ts";

/**
 * - `asking`: not on this device, or not known yet; the server has not answered.
 * - `elsewhere`: not on this device, and the server cannot be asked.
 * - `absent`: the server says that there is none, or none for this person.
 */
export type FoundRow<T> = { state: "here"; found: T } | { state: "asking" | "elsewhere" | "absent" };

const lookAgainMs = 60_000;

/** One app: from this device at once, as the server has it a moment later. */
export function useCatalogApp(id: string): FoundRow<KeptOf["app"]> {
  const load = useCallback(async () => (await onDevice()).catalogApp(id), [id]);
  return useCatalogRow("app", id, load);
}

/** One campaign, as `useCatalogApp`. */
export function useCatalogCampaign(id: string): FoundRow<KeptOf["campaign"]> {
  const load = useCallback(async () => (await onDevice()).catalogCampaign(id), [id]);
  return useCatalogRow("campaign", id, load);
}

/** A report that a flag is about, as `useCatalogApp`. */
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
  useLookedAt(useCallback(() => setTurn((n) => n + 1), []));
  const held = read.state === "ready" ? read.data : null;
  // What is replicated is as new as anything that the server would answer.
  const wanted = read.state !== "loading" && held?.own !== true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: again when looked at
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

/** Fetches an app for its newest release. Without an answer, what is here is used. */
export async function refreshApp(id: string): Promise<void> {
  const [{ transport, store$ }, { fetchRow }] = await Promise.all([loadSync(), onDevice()]);
  const { value: state } = store$;
  if (state.kind === "open") await fetchRow(state.store, transport, "app", id, { changed: false });
}

/**
 * Keeps campaigns that will probably be opened, while the page is idle: so that they can be read
 * and applied to without a network. Whoever has seen them in a list and moved on wants them, too.
 */
export function useCampaignsAhead(ids: readonly string[]): void {
  const store = useStore();
  const online = useStatus("online");
  const key = ids.join();
  useEffect(() => {
    if (!store || !online || key === "") return;
    const fetchAhead = async () => {
      const [{ transport }, { keepAhead }] = await Promise.all([loadSync(), onDevice()]);
      await keepAhead(store, transport, "campaign", key.split(","));
    };
    const begin = () => void fetchAhead().catch(tell);
    if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: 5_000 });
    else setTimeout(begin, 1_000);
  }, [store, online, key]);
}
