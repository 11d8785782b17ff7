// The catalog's cards on this device, from shelves and from searches.
import { deepEqual } from "rxdb";
import { distinctUntilChanged, map, type Observable } from "rxjs";
import type { Entry } from "../database/device-db.ts";
import { liveDevice } from "../database/query.ts";
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
import { entriesOf, putEntries, removeEntries } from "./entries.ts";
import { acceptOrigin, answeredAt } from "./origin.ts";

export interface Cards<C> {
  cards: C[];
  /** When the server last answered; null: never. */
  asOf: string | null;
}

function newer<C extends { xid: string }>(one: C | undefined, other: C): C {
  return one && BigInt(one.xid) >= BigInt(other.xid) ? one : other;
}

const isOfKind = (kind: KeptKind, id: string) =>
  id.startsWith(`card|${kind}|`) || id.startsWith(`shelf|${keptCollections[kind]}`);

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

export const cardsOf = <K extends CatalogKind>(store: Store, kind: K): Observable<Cards<CardOf[K]>> =>
  liveDevice(async () => ({
    cards: cardsIn(kind, await entriesOf(store, "shelf", "card")),
    asOf: answeredAt(await entriesOf(store, "mark")),
  })).pipe(unlessSame());

const shelves: { readonly [K in CatalogKind]: readonly string[] } = {
  app: [catalogLists.app],
  campaign: platforms.map(campaignShelf),
};

export const cardsById = <K extends CatalogKind>(
  store: Store,
  kind: K,
  ids: readonly string[],
): Observable<CardOf[K][]> => {
  const places = [`card|${kind}`, ...shelves[kind].map((shelf) => `shelf|${shelf}`)];
  const keys = ids.flatMap((id) => places.map((place) => `${place}|${id}`));
  return liveDevice(() => store.device.catalog.bulkGet(keys)).pipe(
    map((found) =>
      cardsIn(
        kind,
        found.filter((one) => one !== undefined),
      ),
    ),
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
  await acceptOrigin(store, origin);
  const now = Date.now();
  await putEntries(
    store,
    cards.map((card) => cardEntry("card", kind, card, now)),
  );
}

/** Removes cards of rows that lists no longer show. */
export async function dropCards(store: Store, kind: KeptKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  const cards = await entriesOf(store, "shelf", "card");
  await removeEntries(
    store,
    cards.map(({ id }) => id).filter((id) => isOfKind(kind, id) && gone.has(id.slice(id.lastIndexOf("|") + 1))),
  );
}
