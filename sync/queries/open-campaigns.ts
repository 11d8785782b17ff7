// Campaigns that a tester can browse on this device: the catalog's cards and replicated campaigns
// (by invitation, address or application).
import { combineLatest, map, type Observable } from "rxjs";
import * as v from "valibot";
import { cardsOf } from "../catalog/cards.ts";
import { type Query, query, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";
import { type CampaignCard, campaignCard } from "../schema/catalog.ts";

export interface OfferedCampaign {
  campaign: CampaignCard;
  application: Application | null;
}

/** The tester's own data that decides which campaigns a list shows. */
export interface Own {
  applications: ReadonlyMap<string, Application>;
  blocked: ReadonlySet<string>;
  /** Running campaigns that no search contains: by invitation or address only. */
  unlisted: readonly CampaignCard[];
}

export interface Offers {
  offers: OfferedCampaign[];
  own: Own;
  /** When the server last answered; null: never. */
  asOf: string | null;
}

/** More invitations than a tester has. */
const MOST_REPLICATED = 300;

/** Running replicated campaigns, by end date. Uses only the index [status, end_date]. */
export const openQuery = (today: string, limit: number) => ({
  selector: { status: "active" as const, end_date: { $gte: today } },
  sort: [{ end_date: "asc" as const }, { id: "asc" as const }],
  limit,
});

const short = (text: string) => [...text].slice(0, 200).join("");

/**
 * Returns how many testers have joined. The row's count dates from its last write, at most ten
 * minutes ago because SQL refreshes it. A card of that write or a later one has the
 * count from when the server answered.
 */
export const testersJoined = (
  { sync_xid, testers_joined }: Pick<Campaign, "sync_xid" | "testers_joined">,
  card: Pick<CampaignCard, "xid" | "testers_joined"> | undefined,
): number => (card && BigInt(card.xid) >= BigInt(sync_xid || 0) ? card.testers_joined : testers_joined);

/** @param card adds fields that the row lacks, and a current count */
const cardOfCampaign = (row: Campaign, card?: CampaignCard): CampaignCard =>
  v.parse(campaignCard, {
    ...row,
    xid: row.sync_xid || "0",
    icon_path: card?.icon_path ?? "",
    description: short(row.description),
    testers_joined: testersJoined(row, card),
    requirements: short(row.requirements),
  });

/**
 * Adds the tester's applications to cards. Removes ended campaigns and blocked organizations,
 * except campaigns that the tester has applied to.
 */
export const withOwn = (
  cards: readonly CampaignCard[],
  { applications, blocked }: Pick<Own, "applications" | "blocked">,
  today: string,
): OfferedCampaign[] =>
  cards
    .filter(({ id, org_id, end_date }) => end_date >= today && (!blocked.has(org_id) || applications.has(id)))
    .map((campaign) => ({ campaign, application: applications.get(campaign.id) ?? null }));

/** Replicated campaigns that ended early. Their cards may still be on this device. */
const endedEarlyQuery = (today: string) => ({
  selector: { status: { $in: ["completed" as const, "archived" as const] }, end_date: { $gte: today } },
});

const openRows = (store: Store, today: string): Observable<Campaign[]> =>
  rowsOf(store, "campaigns", openQuery(today, MOST_REPLICATED));

/** All open campaigns on this device, with the tester's applications. */
export const offeredCampaigns = (testerId: string, today: string): Query<Offers> =>
  query(`offeredCampaigns|${testerId}|${today}`, (store) =>
    combineLatest([
      cardsOf(store, "campaign"),
      openRows(store, today),
      rowsOf(store, "campaigns", endedEarlyQuery(today)),
      rowsOf(store, "applications", { selector: { tester_id: testerId } }),
      rowsOf(store, "accounts", { selector: { id: testerId } }),
    ]).pipe(
      map(([{ cards, asOf }, rows, endedEarly, applied, [account]]) => {
        const applications = new Map(applied.map((one) => [one.campaign_id, one]));
        const shown = rows.filter(({ id, hidden }) => !hidden || applications.has(id));
        const own: Own = {
          applications,
          blocked: new Set(account?.blocked_organizations.map(({ org_id }) => org_id)),
          unlisted: shown.filter(({ visibility }) => visibility !== "public").map((row) => cardOfCampaign(row)),
        };
        const byId = new Map(cards.map((card) => [card.id, card]));
        // Rows on this device take precedence over cards, which may date from an earlier day.
        for (const { id } of endedEarly) byId.delete(id);
        for (const { id, hidden } of rows) if (hidden) byId.delete(id);
        const cardOf = new Map(cards.map((card) => [card.id, card]));
        for (const row of shown) byId.set(row.id, cardOfCampaign(row, cardOf.get(row.id)));
        return { offers: withOwn([...byId.values()], own, today), own, asOf };
      }),
    ),
  );
