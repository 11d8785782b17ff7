// The catalog's cards on this device, from shelves and from searches.
import { deepEqual } from "rxdb";
import { combineLatest, distinctUntilChanged, from, map, type Observable, switchMap } from "rxjs";
import type { Catalog, Entry } from "../database/catalog-db.ts";
import type { Store } from "../database/store.ts";
import {
  type CardOf,
  type CatalogKind,
  campaignShelf,
  catalogLists,
  type KeptKind,
  keptCollections,
  type Origin,
  readCard,
} from "../schema/catalog.ts";
import { platforms } from "../schema/values.ts";
import { acceptOrigin, answeredAt } from "./origin.ts";

export interface Cards<C> {
  cards: C[];
  /** When the server last answered; null: never. */
  asOf: string | null;
}

/** Returns the newer of two cards of the same row. */
function newer<C extends { xid: string }>(one: C | undefined, other: C): C {
  return one && BigInt(one.xid) >= BigInt(other.xid) ? one : other;
}

const isOfKind = (kind: KeptKind, id: string) =>
  id.startsWith(`card|${kind}|`) || id.startsWith(`shelf|${keptCollections[kind]}`);

/** Returns the cards of a kind, one per row. */
export function cardsIn<K extends CatalogKind>(kind: K, entries: readonly Pick<Entry, "id" | "value">[]): CardOf[K][] {
  const byId = new Map<string, CardOf[K]>();
  for (const { id, value } of entries) {
    const card = isOfKind(kind, id) ? readCard(kind, value) : null;
    if (card) byId.set(card.id, newer(byId.get(card.id), card));
  }
  return [...byId.values()];
}

/** @param of the name of the shelf, or the searched kind */
export const cardEntry = (kind: "shelf" | "card", of: string, card: CardOf[CatalogKind], now: number): Entry => ({
  ...{ id: `${kind}|${of}|${card.id}`, kind, used: now, bytes: JSON.stringify(card).length, value: { ...card } },
});

/** Most writes to the catalog only note that a card was used. */
const unlessSame = <T>() => distinctUntilChanged<T>(deepEqual);

/** Observes all cards of a kind. */
export const cardsOf = <K extends CatalogKind>(store: Store, kind: K): Observable<Cards<CardOf[K]>> =>
  from(store.catalog()).pipe(
    switchMap(({ entries }) =>
      combineLatest([
        entries.find({ selector: { kind: { $in: ["shelf", "card"] } } }).$,
        entries.find({ selector: { kind: "mark" } }).$,
      ]),
    ),
    map(([cards, marks]) => ({ cards: cardsIn(kind, cards), asOf: answeredAt(marks) })),
    unlessSame(),
  );

const shelves: { readonly [K in CatalogKind]: readonly string[] } = {
  app: [catalogLists.app],
  campaign: platforms.map(campaignShelf),
};

/** Observes the cards of these rows, from shelves and searches. */
export const cardsById = <K extends CatalogKind>(
  store: Store,
  kind: K,
  ids: readonly string[],
): Observable<CardOf[K][]> => {
  const places = [`card|${kind}`, ...shelves[kind].map((shelf) => `shelf|${shelf}`)];
  return from(store.catalog()).pipe(
    switchMap(({ entries }) => entries.findByIds(ids.flatMap((id) => places.map((place) => `${place}|${id}`))).$),
    map((found) => cardsIn(kind, [...found.values()])),
    unlessSame(),
  );
};

/** Stores search results for offline use. */
export async function keepCards<K extends CatalogKind>(
  store: Store,
  kind: K,
  cards: readonly CardOf[K][],
  origin: Origin,
): Promise<void> {
  const catalog = await acceptOrigin(store, origin);
  const now = Date.now();
  await catalog.put(cards.map((card) => cardEntry("card", kind, card, now)));
}

/** Removes cards of rows that lists no longer show. */
export async function dropCards(catalog: Catalog, kind: KeptKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  const cards = await catalog.entries.find({ selector: { kind: { $in: ["shelf", "card"] } } }).exec();
  await catalog.remove(
    cards.map(({ id }) => id).filter((id) => isOfKind(kind, id) && gone.has(id.slice(id.lastIndexOf("|") + 1))),
  );
}
