// Other people's apps and campaigns, as far as they are on this device.
import { combineLatest, map, of } from "rxjs";
import { type Cards, cardsById, cardsOf } from "../catalog/cards.ts";
import { type KeptApp, type KeptReport, keptRow, keptRows } from "../catalog/kept-rows.ts";
import { type Query, query, rowsOf } from "../database/query.ts";
import type { App } from "../schema/apps.ts";
import type { AppCard } from "../schema/catalog.ts";
import { latestFirst } from "./releases.ts";

export type { Cards } from "../catalog/cards.ts";
export type { KeptApp, KeptCampaign, KeptOf } from "../catalog/kept-rows.ts";

/** A row of the catalog on this device. */
export interface Held<T> {
  found: T;
  /** True for a replicated row, which needs no further request. */
  own: boolean;
}

/** The App Store's cards for offline use. */
export const storeCards = (): Query<Cards<AppCard>> => query("storeCards", (store) => cardsOf(store, "app"));

/**
 * Returns the count of the card or the row, whichever is newer, so that the page and the list
 * agree. The row's count dates from its last write or the last night.
 */
const downloadsOf = (
  { sync_xid, downloads }: Pick<App, "sync_xid" | "downloads">,
  card: Pick<AppCard, "xid" | "downloads"> | undefined,
): number => (card && BigInt(card.xid) >= BigInt(sync_xid || 0) ? card.downloads : downloads);

/** An app and its published releases, newest first; null if not on this device. */
export const catalogApp = (id: string): Query<Held<KeptApp> | null> =>
  query(`catalogApp|${id}`, (store) =>
    combineLatest([
      store.has("apps") ? rowsOf(store, "apps", { selector: { id } }) : of([]),
      store.has("apps") ? rowsOf(store, "releases", { selector: { app_id: id } }) : of([]),
      keptRow(store, "app", id),
      cardsById(store, "app", [id]),
    ]).pipe(
      map(([[own], ownReleases, kept, [card]]) => {
        const found = own ? { app: own, releases: ownReleases } : kept;
        if (!found) return null;
        const published = found.releases.filter(({ status }) => status === "published");
        const app = { ...found.app, downloads: downloadsOf(found.app, card) };
        return { found: { app, releases: published.sort(latestFirst) }, own: own !== undefined };
      }),
    ),
  );

interface OfApp {
  id: string;
  app_id: string | null;
}

/**
 * The icons of campaigns' apps, by campaign: from the kept app, or from the campaign's card. Reads
 * by id, so the cost does not grow with the catalog.
 */
export const campaignIcons = (campaigns: readonly OfApp[]): Query<ReadonlyMap<string, string>> =>
  query(`campaignIcons|${campaigns.map(({ id }) => id).join()}`, (store) =>
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
  );

/** Observes a flagged report; null if this device lacks it. */
export const flaggedReport = (id: string): Query<Held<KeptReport> | null> =>
  query(`flaggedReport|${id}`, (store) =>
    keptRow(store, "feedback", id).pipe(map((found) => found && { found, own: false })),
  );
