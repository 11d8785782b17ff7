// The catalog for the screens: what the server finds, with what is on this device until it answers
// and where it cannot be reached.
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
import { reportError } from "../lib/error-log.ts";
import { askAsVisitor } from "./ask-as-visitor.ts";
import { isAborted, onDevice, tell } from "./load-catalog.ts";
import { mayBeSignedIn, personHere } from "./may-be-signed-in.ts";
import { useLaterQuery } from "./query.ts";
import { useStatus } from "./status.ts";
import { openStore, useStore } from "./store.ts";
import { loadSync } from "./sync.ts";

/** What a search takes: words, filters and the order. */
export type CatalogRequest = { readonly [filter: string]: unknown; sort: string };

interface Answer<C> {
  of: string;
  cards: C[];
  total: number;
  next: CatalogPage<C>["next"];
}

export interface FoundCards<C> {
  /** Null: the answer is under way, or there is none. */
  answer: Pick<Answer<C>, "cards" | "total"> | null;
  /** Why there is none. */
  failed: "offline" | "refused" | null;
  /** Loads the next page; null: there is none, or it is loading. */
  more: (() => void) | null;
  retry: () => void;
}

export interface FoundApps extends FoundCards<AppCard> {
  /** Everything on this device; null: not read yet. */
  held: { cards: AppCard[]; asOf: string | null } | null;
}

const loadCards = async () => (await onDevice()).storeCards();

/** The pause before a page that did not come is asked for again. */
const againMs = 5_000;

type Asked<K extends CatalogKind> = Result<CatalogPage<CardOf[K]>, CallFailure>;

/** How long a first page also serves the next screen that wants the same. */
const recentMs = 30_000;
/**
 * The first page that came last, of each kind: a dashboard and the list behind it want the same.
 */
let recent: { [K in CatalogKind]?: { of: string; at: number; page: CatalogPage<CardOf[K]> } } = {};

/** After a change of what this person is shown. */
export function forgetFirstPages(): void {
  recent = {};
  ahead = {};
}

const nameOf = (request: CatalogRequest) => JSON.stringify([personHere(), request]);

function recentPage<K extends CatalogKind>(kind: K, of: string): CatalogPage<CardOf[K]> | null {
  const last = recent[kind];
  return last?.of === of && performance.now() - last.at < recentMs ? last.page : null;
}

/** What a screen that is still loading will search for first. */
let ahead: { [K in CatalogKind]?: { of: string; asked: Promise<Asked<K> | null> } } = {};

/** Asks for the first page while the code of its screen is fetched. */
export function searchAhead<K extends CatalogKind>(kind: K, request: CatalogRequest): void {
  const of = nameOf(request);
  if (recentPage(kind, of)) return;
  // It ends by itself: whoever asks for a visitor waits half a minute. What fails otherwise, the
  // screen asks for again and reports.
  const asked = ask(kind, request, new AbortController().signal).catch(() => null);
  ahead = { ...ahead, [kind]: { of, asked } };
}

/** The first page of a search, which may be under way or have come a moment ago. */
async function firstPage<K extends CatalogKind>(
  kind: K,
  request: CatalogRequest,
  signal: AbortSignal,
): Promise<Asked<K> | null> {
  const of = nameOf(request);
  const last = recentPage(kind, of);
  if (last) return ok(last);
  const begun = ahead[kind]?.of === of ? await ahead[kind].asked : null;
  delete ahead[kind];
  if (signal.aborted) return null;
  const found = begun ?? (await ask(kind, request, signal));
  if (found?.ok) recent[kind] = { of, at: performance.now(), page: found.value } as (typeof recent)[K];
  return found;
}

/** Null: nobody wants the answer any more. */
async function ask<K extends CatalogKind>(kind: K, wanted: object, signal: AbortSignal): Promise<Asked<K> | null> {
  const request = { kind: catalogLists[kind], ...wanted };
  if (!mayBeSignedIn()) return askAsVisitor(searchCatalog[kind], { request }, signal);
  const { transport } = await loadSync();
  return transport.rpc(searchCatalog[kind], { request }, "person", signal).catch((error: unknown) => {
    if (isAborted(error, signal)) return null;
    throw error;
  });
}

/** Pages are kept one after the other. */
let keeping = Promise.resolve();

/**
 * For when there is no network. Nobody waits for it, and it goes on when the page that asked is
 * left: a visitor's session and database come after the first list.
 */
function keep<K extends CatalogKind>(kind: K, page: CatalogPage<CardOf[K]>): void {
  const person = personHere();
  const write = async () => {
    if (!mayBeSignedIn()) await new Promise<void>(afterStart);
    const store = await openStore();
    if (!store.ok || person !== personHere()) return;
    const { keepCards } = await onDevice();
    await keepCards(store.value, kind, page.rows, page);
  };
  keeping = keeping.then(write).catch(tell);
}

/** Searches the apps of the catalog, and says what of them is on this device. */
export function useAppSearch(request: CatalogRequest): FoundApps {
  const search = useCatalogSearch("app", request);
  // Each change of the device's cards would draw the server's answer again.
  const cards = useLaterQuery(loadCards, search.answer === null);
  return {
    ...search,
    held: cards.state === "ready" ? cards.data : cards.state === "error" ? { cards: [], asOf: null } : null,
  };
}

/** Searches the catalog, a page at a time. @param begin false: not yet */
export function useCatalogSearch<K extends CatalogKind>(
  kind: K,
  request: CatalogRequest,
  begin = true,
): FoundCards<CardOf[K]> {
  type Card = CardOf[K];
  const online = useStatus("online");
  const [answer, setAnswer] = useState<Answer<Card>>();
  const [failure, setFailure] = useState<{ of: string; type: "offline" | "refused" }>();
  const [turn, setTurn] = useState(0);
  const asking = useRef(false);
  const key = JSON.stringify(request);
  const retry = useCallback(() => setTurn((n) => n + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names it; again once online
  useEffect(() => {
    if (!begin) return;
    const leaving = new AbortController();
    const fail = (type: "offline" | "refused") => {
      setFailure({ of: key, type });
      // What is on this device takes its place.
      loadSync().catch(reportError);
    };
    const first = async () => {
      const found = await firstPage(kind, request, leaving.signal);
      if (!found) return;
      if (!found.ok) return fail(found.error.type === "refused" ? "refused" : "offline");
      const { rows, total, next } = found.value;
      keep(kind, found.value);
      // Many cards take a while to draw; who types or presses meanwhile comes first.
      startTransition(() => {
        setFailure(undefined);
        setAnswer({ of: key, cards: rows, total: total ?? rows.length, next });
      });
    };
    first().catch((error: unknown) => {
      reportError(error);
      if (!leaving.signal.aborted) fail("refused");
    });
    return () => leaving.abort();
  }, [key, turn, online, begin]);

  const now = answer?.of === key ? answer : null;
  const askMore = async () => {
    if (asking.current || !now?.next) return;
    asking.current = true;
    const found = await ask(kind, { ...request, after: now.next }, AbortSignal.timeout(30_000)).finally(() => {
      asking.current = false;
    });
    // The end of the list stays in view and triggers nothing again: retries after a pause.
    if (!found?.ok) return void setTimeout(() => setAnswer((old) => old && { ...old }), againMs);
    const { rows, next } = found.value;
    keep(kind, found.value);
    startTransition(() => {
      // Asked for again before the first answer was drawn, a page comes twice.
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

/** The apps on an organization's page: those on this device until the server answers. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the network is back
  useEffect(() => {
    if (!store) return;
    load(store, []).catch((error: unknown) => {
      tell(error);
      setFailed(true);
    });
  }, [store, load, online, turn]);

  const held = read.state === "ready" ? read.data.cards.filter((card) => card.org_id === orgId) : [];
  return {
    cards: loaded?.cards ?? held,
    state: loaded ? "ready" : failed ? "failed" : "asking",
    more: store && online && loaded?.more ? () => void load(store, loaded.cards).catch(tell) : null,
    retry: () => setTurn((n) => n + 1),
  };
}
