// Campaigns and their briefs, as lists and one by one.
import { combineLatest, map } from "rxjs";
import { type Query, row, rowsOf } from "../database/query.ts";
import type { Brief } from "../schema/briefs.ts";
import type { Campaign } from "../schema/campaigns.ts";

export const campaignById = (id: string): Query<Campaign | null> => row(`campaignById|${id}`, "campaigns", id);

export const briefById = (id: string): Query<Brief | null> => row(`briefById|${id}`, "briefs", id);

/** How many running campaigns or drafts give this release to their testers. */
export const campaignsGiving = (releaseId: string): Query<number> => ({
  key: `campaignsGiving|${releaseId}`,
  observe: (store) =>
    combineLatest([
      rowsOf(store, "briefs", { selector: { release_id: releaseId } }),
      rowsOf(store, "campaigns", { selector: { status: { $in: ["draft", "active"] } } }),
    ]).pipe(map(([briefs, campaigns]) => briefs.filter(({ id }) => campaigns.some((one) => one.id === id)).length)),
});

/** All campaigns of an organization, newest first. */
export const campaignsOfOrganization = (orgId: string): Query<Campaign[]> => ({
  key: `campaignsOfOrganization|${orgId}`,
  observe: (store) =>
    rowsOf(store, "campaigns", { selector: { org_id: orgId } }).pipe(
      map((list) => list.sort((a, b) => b.created_at.localeCompare(a.created_at))),
    ),
});
