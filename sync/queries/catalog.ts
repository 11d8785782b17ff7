// The catalog: apps and campaigns of other people, as far as they are on this device.
import { combineLatest, map, of } from "rxjs";
import { type Cards, cardsById, cardsOf } from "../catalog/cards.ts";
import { type KeptApp, type KeptReport, keptRow, keptRows } from "../catalog/kept-rows.ts";
import { type Query, rowsOf } from "../database/query.ts";
import type { AppCard } from "../schema/catalog.ts";
import { latestFirst } from "./releases.ts";

export type { Cards } from "../catalog/cards.ts";
export type { KeptApp, KeptCampaign, KeptOf } from "../catalog/kept-rows.ts";

/** A row of the catalog on this device. */
export interface Held<T> {
  found: T;
  /** It is replicated: there is nothing newer to ask for. */
  own: boolean;
}

/** What the App Store can show without a network. */
export const storeCards = (): Query<Cards<AppCard>> => ({
  key: "storeCards",
  observe: (store) => cardsOf(store, "app"),
});

/**
 * An app with its published releases, newest first: one's own row where this device replicates it,
 * else what was kept of it; null: it is not on this device.
 */
export const catalogApp = (id: string): Query<Held<KeptApp> | null> => ({
  key: `catalogApp|${id}`,
  observe: (store) =>
    combineLatest([
      store.has("apps") ? rowsOf(store, "apps", { selector: { id } }) : of([]),
      store.has("apps") ? rowsOf(store, "releases", { selector: { app_id: id } }) : of([]),
      keptRow(store, "app", id),
    ]).pipe(
      map(([[own], ownReleases, kept]) => {
        const found = own ? { app: own, releases: ownReleases } : kept;
        if (!found) return null;
        const published = found.releases.filter(({ status }) => status === "published");
        return { found: { app: found.app, releases: published.sort(latestFirst) }, own: own !== undefined };
      }),
    ),
});

interface OfApp {
  id: string;
  app_id: string | null;
}

/**
 * The icons of campaigns' apps, by campaign, as far as this device knows them: from the app, where
 * it was opened, else from the campaign's card. Reads by id: the cost does not follow the catalog.
 */
export const campaignIcons = (campaigns: readonly OfApp[]): Query<ReadonlyMap<string, string>> => ({
  key: `campaignIcons|${campaigns.map(({ id }) => id).join()}`,
  observe: (store) =>
    combineLatest([
      keptRows(
        store,
        "app",
        campaigns.flatMap(({ app_id }) => app_id ?? []),
      ),
      cardsById(
        store,
        "campaign",
        campaigns.map(({ id }) => id),
      ),
    ]).pipe(
      map(([apps, cards]) => {
        const ofApp = new Map(apps.map(({ app }) => [app.id, app.icon_path]));
        const ofCard = new Map(cards.map((card) => [card.id, card.icon_path]));
        return new Map(campaigns.map(({ id, app_id }) => [id, ofApp.get(app_id ?? "") ?? ofCard.get(id) ?? ""]));
      }),
    ),
});

/** A report that a flag is about; null: it is not on this device. */
export const flaggedReport = (id: string): Query<Held<KeptReport> | null> => ({
  key: `flaggedReport|${id}`,
  observe: (store) => keptRow(store, "feedback", id).pipe(map((found) => found && { found, own: false })),
});
