import { combineLatest, map, type Observable, of, switchMap } from "rxjs";
import { cardsById } from "../catalog/cards.ts";
import { keptRow } from "../catalog/kept-rows.ts";
import { type Query, query, row, rows, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Brief } from "../schema/briefs.ts";
import type { Campaign } from "../schema/campaigns.ts";
import type { CampaignCard } from "../schema/catalog.ts";
import type { Feedback } from "../schema/feedback.ts";
import type { Held, KeptCampaign } from "./catalog.ts";
import { testersJoined } from "./open-campaigns.ts";

type Counted = Pick<Application, "campaign_id" | "status">;
type CountedReport = Pick<Feedback, "campaign_id" | "status" | "tester_id">;

/** Counts these applications and reports in their campaigns (progress: as in SQL). */
export function withCounts(
  campaigns: readonly Campaign[],
  applications: readonly Counted[],
  reports: readonly CountedReport[],
): Campaign[] {
  const counts = new Map(campaigns.map(({ id }) => [id, { joined: 0, received: 0, open: 0, reporters: new Set() }]));
  for (const { campaign_id, status } of applications) {
    const count = counts.get(campaign_id);
    if (count && (status === "accepted" || status === "completed")) count.joined += 1;
  }
  for (const { campaign_id, status, tester_id } of reports) {
    const count = counts.get(campaign_id);
    if (!count || status === "draft") continue;
    count.received += 1;
    if (status === "submitted") count.open += 1;
    count.reporters.add(tester_id);
  }
  return campaigns.map((campaign) => {
    const { joined = 0, received = 0, open = 0, reporters } = counts.get(campaign.id) ?? {};
    return {
      ...campaign,
      testers_joined: joined,
      feedback_count: received,
      new_feedback_count: open,
      progress: Math.min(100, Math.floor(((reporters?.size ?? 0) * 100) / campaign.max_testers)),
    };
  });
}

/** Counts rows on a developer's device: the campaign's own counts date from its last write. */
function counted(
  store: Store,
  campaigns: Observable<Campaign[]>,
  selector: { org_id: string } | { campaign_id: string },
): Observable<Campaign[]> {
  if (store.role !== "developer") return campaigns;
  return combineLatest([
    campaigns,
    rowsOf(store, "applications", { selector }),
    rowsOf(store, "feedback", { selector }),
  ]).pipe(map(([list, applications, reports]) => withCounts(list, applications, reports)));
}

/** Uses the card's number of testers, so that the page and the list agree. */
function withCard([held, [card]]: [Held<KeptCampaign> | null, CampaignCard[]]): Held<KeptCampaign> | null {
  if (!held) return null;
  const { campaign } = held.found;
  return { ...held, found: { campaign: { ...campaign, testers_joined: testersJoined(campaign, card) } } };
}

/** Observes a campaign's replicated or kept row; null if this device has neither. */
function heldCampaign(store: Store, id: string): Observable<Held<KeptCampaign> | null> {
  const rows = store.has("campaigns") ? rowsOf(store, "campaigns", { selector: { id } }) : of([]);
  const own = counted(store, rows, { campaign_id: id });
  return own.pipe(
    switchMap(([campaign]) => {
      if (store.role === "developer") return of(campaign ? { found: { campaign }, own: true } : null);
      const held = campaign
        ? of({ found: { campaign }, own: true })
        : keptRow(store, "campaign", id).pipe(map((found) => found && { found, own: false }));
      return store.role === "tester"
        ? combineLatest([held, cardsById(store, "campaign", [id])]).pipe(map(withCard))
        : held;
    }),
  );
}

export const catalogCampaign = (id: string): Query<Held<KeptCampaign> | null> =>
  query(`catalogCampaign|${id}`, (store) => heldCampaign(store, id));

export const campaignById = (id: string): Query<Campaign | null> =>
  query(`campaignById|${id}`, (store) => heldCampaign(store, id).pipe(map((held) => held?.found.campaign ?? null)));

export const briefById = (id: string): Query<Brief | null> => row(`briefById|${id}`, "briefs", id);

/** Counts running campaigns and drafts that use this release. */
export const campaignsGiving = (releaseId: string): Query<number> =>
  query(`campaignsGiving|${releaseId}`, (store) =>
    combineLatest([
      rowsOf(store, "briefs", { selector: { release_id: releaseId } }),
      rowsOf(store, "campaigns", { selector: { status: { $in: ["draft", "active"] } } }),
    ]).pipe(map(([briefs, campaigns]) => briefs.filter(({ id }) => campaigns.some((one) => one.id === id)).length)),
  );

export const campaignsOfOrganization = (orgId: string): Query<Campaign[]> =>
  query(`campaignsOfOrganization|${orgId}`, (store) =>
    counted(store, rowsOf(store, "campaigns", { selector: { org_id: orgId } }), { org_id: orgId }).pipe(
      map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at))),
    ),
  );

/** Returns an organization's stored campaigns, up to a limit, for the search. */
export const campaignsWithin = (orgId: string, limit: number): Query<Campaign[]> =>
  rows(`campaignsWithin|${orgId}|${limit}`, "campaigns", { selector: { org_id: orgId }, limit });
