// The campaigns that a tester can browse on this device: the cards of the catalog, and those that
// are replicated (invited to, opened by their address, applied to).
import { combineLatest, map, type Observable } from "rxjs";
import { cardsOf } from "../catalog/cards.ts";
import { type Query, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";
import type { CampaignCard } from "../schema/catalog.ts";

export interface OfferedCampaign {
  campaign: CampaignCard;
  application: Application | null;
}

/** What of a tester's own decides about what lists show. */
export interface Own {
  applications: ReadonlyMap<string, Application>;
  /** The organizations that the tester has blocked. */
  blocked: ReadonlySet<string>;
  /** Campaigns that run and are in no search: of people who were invited, or have the address. */
  unlisted: readonly CampaignCard[];
}

export interface Offers {
  offers: OfferedCampaign[];
  own: Own;
  /** When the server answered last; null: never. */
  asOf: string | null;
}

/** More than anybody is invited to. */
const MOST_REPLICATED = 300;

/**
 * Replicated campaigns that run, soonest first: answered from the index [status, end_date] alone.
 */
export const openQuery = (today: string, limit: number) => ({
  selector: { status: "active" as const, end_date: { $gte: today } },
  sort: [{ end_date: "asc" as const }, { id: "asc" as const }],
  limit,
});

const short = (text: string) => [...text].slice(0, 200).join("");

/** @param card has what a row lacks, and a count of today */
const cardOfCampaign = ({ sync_xid, ...row }: Campaign, card?: CampaignCard): CampaignCard => ({
  ...{ id: row.id, xid: sync_xid, org_id: row.org_id, developer_name: row.developer_name, app_id: row.app_id },
  ...{
    icon_path: card?.icon_path ?? "",
    title: row.title,
    description: short(row.description),
    category: row.category,
  },
  ...{ platform: row.platform, end_date: row.end_date, max_testers: row.max_testers },
  effort_minutes: row.effort_minutes,
  ...{
    testers_joined: card?.testers_joined ?? row.testers_joined,
    reward_model: row.reward_model,
    currency: row.currency,
  },
  ...{ reward_amount_cents: row.reward_amount_cents, requirements: short(row.requirements) },
  published_at: row.published_at,
});

/**
 * Cards with the tester's own applications. What has ended, and what the tester does not want,
 * stays out; an organization's that one has applied to stays.
 */
export const withOwn = (
  cards: readonly CampaignCard[],
  { applications, blocked }: Pick<Own, "applications" | "blocked">,
  today: string,
): OfferedCampaign[] =>
  cards
    .filter(({ id, org_id, end_date }) => end_date >= today && (!blocked.has(org_id) || applications.has(id)))
    .map((campaign) => ({ campaign, application: applications.get(campaign.id) ?? null }));

const openRows = (store: Store, today: string): Observable<Campaign[]> =>
  rowsOf(store, "campaigns", openQuery(today, MOST_REPLICATED));

/** All open campaigns on this device with the tester's own application, if there is one. */
export const offeredCampaigns = (testerId: string, today: string): Query<Offers> => ({
  key: `offeredCampaigns|${testerId}|${today}`,
  observe: (store) =>
    combineLatest([
      cardsOf(store, "campaign"),
      openRows(store, today),
      rowsOf(store, "applications", { selector: { tester_id: testerId } }),
      rowsOf(store, "accounts", { selector: { id: testerId } }),
    ]).pipe(
      map(([{ cards, asOf }, rows, applied, [account]]) => {
        const applications = new Map(applied.map((one) => [one.campaign_id, one]));
        const shown = rows.filter(({ id, hidden }) => !hidden || applications.has(id));
        const own: Own = {
          applications,
          blocked: new Set(account?.blocked_organizations.map(({ org_id }) => org_id)),
          unlisted: shown.filter(({ visibility }) => visibility !== "public").map((row) => cardOfCampaign(row)),
        };
        const byId = new Map(cards.map((card) => [card.id, card]));
        for (const row of shown) byId.set(row.id, cardOfCampaign(row, byId.get(row.id)));
        return { offers: withOwn([...byId.values()], own, today), own, asOf };
      }),
    ),
});
