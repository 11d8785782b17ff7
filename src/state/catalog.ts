// Catalog search: server results, with local rows until they arrive and while offline.
import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import type { Store } from "../../sync/index.ts";
import {
  type AppCard,
  type CardOf,
  type CatalogKind,
  type CatalogPage,
  catalogLists,
  searchCatalog,
} from "../../sync/schema/catalog.ts";
import { type CallFailure, ok, type Result } from "../../sync/transport/result.ts";
import { afterStart } from "../lib/after-start.ts";
import { NEXT_PAGE_RETRY_MS } from "../lib/constants.ts";
import { reportError } from "../lib/error-log.ts";
import { isAborted, onDevice, reportUnexpected } from "./load-catalog.ts";
import { mayBeSignedIn, personHere } from "./may-be-signed-in.ts";
import { useLaterQuery } from "./query.ts";
import { useStatus } from "./status.ts";
import { openStore, useStore } from "./store.ts";
import { loadSync } from "./sync.ts";
import { rpcAsVisitor } from "./visitor-rpc.ts";

export type CatalogRequest = { readonly [filter: string]: unknown; sort: string };

interface Answer<C> {
  of: string;
  cards: C[];
  total: number;
  next: CatalogPage<C>["next"];
}

export interface FoundCards<C> {
  answer: Pick<Answer<C>, "cards" | "total"> | null;
  failed: "offline" | "rejected" | null;
  /** Loads the next page; null if there is none or it is loading. */
  more: (() => void) | null;
  retry: () => void;
}

export interface FoundApps extends FoundCards<AppCard> {
  held: { cards: AppCard[]; asOf: string | null } | null;
}

const loadCards = async () => (await onDevice()).storeCards();

type Asked<K extends CatalogKind> = Result<CatalogPage<CardOf[K]>, CallFailure>;

/** How long a first page is reused by the next screen. */
const recentMs = 30_000;
/** The latest first page per kind: a dashboard and its list request the same one. */
let recent: { [K in CatalogKind]?: { of: string; at: number; page: CatalogPage<CardOf[K]> } } = {};

/** Call after a change of what the user may see. */
export function forgetFirstPages(): void {
  recent = {};
  prefetched = {};
}

const nameOf = (request: CatalogRequest) => JSON.stringify([personHere(), request]);

function recentPage<K extends CatalogKind>(kind: K, of: string): CatalogPage<CardOf[K]> | null {
  const last = recent[kind];
  return last?.of === of && performance.now() - last.at < recentMs ? last.page : null;
}

/** First search of a screen whose code is still loading. */
let prefetched: { [K in CatalogKind]?: { of: string; asked: Promise<Asked<K> | null> } } = {};

/** Requests the first page in parallel with the screen's code. */
export function prefetchSearch<K extends CatalogKind>(kind: K, request: CatalogRequest): void {
  const of = nameOf(request);
  if (recentPage(kind, of)) return;
  // Visitors' requests time out. The screen repeats a failed request and reports it.
  const asked = requestPage(kind, request, new AbortController().signal).catch(() => null);
  prefetched = { ...prefetched, [kind]: { of, asked } };
}

async function firstPage<K extends CatalogKind>(
  kind: K,
  request: CatalogRequest,
  signal: AbortSignal,
): Promise<Asked<K> | null> {
  const of = nameOf(request);
  const last = recentPage(kind, of);
  if (last) return ok(last);
  const begun = prefetched[kind]?.of === of ? await prefetched[kind].asked : null;
  delete prefetched[kind];
  if (signal.aborted) return null;
  const found = begun ?? (await requestPage(kind, request, signal));
  if (found?.ok) recent[kind] = { of, at: performance.now(), page: found.value } as (typeof recent)[K];
  return found;
}

async function requestPage<K extends CatalogKind>(
  kind: K,
  wanted: object,
  signal: AbortSignal,
): Promise<Asked<K> | null> {
  const request = { kind: catalogLists[kind], ...wanted };
  if (!mayBeSignedIn()) return rpcAsVisitor(searchCatalog[kind], { request }, signal);
  const { transport } = await loadSync();
  return transport.rpc(searchCatalog[kind], { request }, "person", signal).catch((error: unknown) => {
    if (isAborted(error, signal)) return null;
    throw error;
  });
}

/** Pages are stored sequentially. */
let storing = Promise.resolve();

/**
 * Stores a page for offline use. Runs in the background, even after unmounting: visitors' session
 * and database load after the first list.
 */
function storePage<K extends CatalogKind>(kind: K, page: CatalogPage<CardOf[K]>): void {
  const person = personHere();
  const write = async () => {
    if (!mayBeSignedIn()) await new Promise<void>(afterStart);
    const store = await openStore();
    if (!store.ok || person !== personHere()) return;
    const { keepCards } = await onDevice();
    await keepCards(store.value, kind, page.rows, page);
  };
  storing = storing.then(write).catch(reportUnexpected);
}

export function useAppSearch(request: CatalogRequest): FoundApps {
  const search = useCatalogSearch("app", request);
  // Not while results are shown, because each change of the local cards would re-render them.
  const cards = useLaterQuery(loadCards, search.answer === null);
  return {
    ...search,
    held: cards.state === "ready" ? cards.data : cards.state === "error" ? { cards: [], asOf: null } : null,
  };
}

/** Searches the catalog page by page. @param begin false delays the search */
export function useCatalogSearch<K extends CatalogKind>(
  kind: K,
  request: CatalogRequest,
  begin = true,
): FoundCards<CardOf[K]> {
  type Card = CardOf[K];
  const online = useStatus("online");
  const [answer, setAnswer] = useState<Answer<Card>>();
  const [failure, setFailure] = useState<{ of: string; type: "offline" | "rejected" }>();
  const [turn, setTurn] = useState(0);
  const asking = useRef(false);
  const key = JSON.stringify(request);
  const retry = useCallback(() => setTurn((n) => n + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request; repeats once online
  useEffect(() => {
    if (!begin) return;
    const leaving = new AbortController();
    const fail = (type: "offline" | "rejected") => {
      setFailure({ of: key, type });
      // Load the local rows instead.
      loadSync().catch(reportError);
    };
    const first = async () => {
      const found = await firstPage(kind, request, leaving.signal);
      if (!found) return;
      if (!found.ok) return fail(found.error.type === "rejected" ? "rejected" : "offline");
      const { rows, total, next } = found.value;
      storePage(kind, found.value);
      // In a transition, because rendering many cards takes time and input has priority.
      startTransition(() => {
        setFailure(undefined);
        setAnswer({ of: key, cards: rows, total: total ?? rows.length, next });
      });
    };
    first().catch((error: unknown) => {
      reportError(error);
      if (!leaving.signal.aborted) fail("rejected");
    });
    return () => leaving.abort();
  }, [key, turn, online, begin]);

  const now = answer?.of === key ? answer : null;
  const askMore = async () => {
    if (asking.current || !now?.next) return;
    asking.current = true;
    const found = await requestPage(kind, { ...request, after: now.next }, AbortSignal.timeout(30_000)).finally(() => {
      asking.current = false;
    });
    // The end of the list stays visible and triggers no further event: retry after a delay.
    if (!found?.ok) return void setTimeout(() => setAnswer((old) => old && { ...old }), NEXT_PAGE_RETRY_MS);
    const { rows, next } = found.value;
    storePage(kind, found.value);
    startTransition(() => {
      // Ignore a page that was requested twice.
      setAnswer((old) => (old?.next === now.next ? { ...old, cards: [...old.cards, ...rows], next } : old));
    });
  };
  return {
    answer: now,
    failed: now || failure?.of !== key ? null : failure.type,
    more: now?.next && online ? () => void askMore().catch(reportError) : null,
    retry,
  };
}

export interface OrganizationApps {
  cards: AppCard[];
  state: "asking" | "ready" | "failed";
  more: (() => void) | null;
  retry: () => void;
}

export function useOrganizationApps(orgId: string): OrganizationApps {
  const store = useStore();
  const online = useStatus("online");
  const read = useLaterQuery(loadCards);
  const [loaded, setLoaded] = useState<{ cards: AppCard[]; more: boolean } | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const asking = useRef(false);

  const load = useCallback(
    async (from: Store, before: readonly AppCard[]) => {
      if (asking.current) return;
      asking.current = true;
      const [{ transport }, { fetchOrganizationApps }] = await Promise.all([loadSync(), onDevice()]);
      const found = await fetchOrganizationApps(from, transport, orgId, before.length).finally(() => {
        asking.current = false;
      });
      setFailed(!found.ok);
      if (found.ok) setLoaded({ cards: [...before, ...found.value.cards], more: found.value.more });
    },
    [orgId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeats once online
  useEffect(() => {
    if (!store) return;
    load(store, []).catch((error: unknown) => {
      reportUnexpected(error);
      setFailed(true);
    });
  }, [store, load, online, turn]);

  const held = read.state === "ready" ? read.data.cards.filter((card) => card.org_id === orgId) : [];
  return {
    cards: loaded?.cards ?? held,
    state: loaded ? "ready" : failed ? "failed" : "asking",
    more: store && online && loaded?.more ? () => void load(store, loaded.cards).catch(reportUnexpected) : null,
    retry: () => setTurn((n) => n + 1),
  };
}
