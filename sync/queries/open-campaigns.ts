// The campaigns that a tester can browse, even thousands: the first page at once by index, the rest
// in batches while the page is idle. One query for five thousand rows kept the list empty for
// seconds.
import { combineLatest, map, Observable } from "rxjs";
import { type Query, rowsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Campaign } from "../schema/campaigns.ts";

export interface OfferedCampaign {
  campaign: Campaign;
  application: Application | null;
}

export interface Offers {
  /** Soonest deadline first. */
  offers: OfferedCampaign[];
  /** False while there are more that are not read yet. */
  complete: boolean;
}

const FIRST_PAGE = 60;
const BATCH = 300;
/** So many rows between two looks at the list while it fills: each look is a search and a sort. */
const SHOWN_EVERY = 1200;
/** Changes within this time are shown together: a first sync brings thousands. */
const TOGETHER_MS = 150;

const bySoonest = (a: Campaign, b: Campaign) =>
  a.end_date < b.end_date ? -1 : a.end_date > b.end_date ? 1 : a.id < b.id ? -1 : 1;

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve, 0);
  });

/**
 * Open campaigns whose last day is in the range, soonest first. Answered from the index [status,
 * end_date] alone, order and limit too: with one index for each column every page of sixty read all
 * five thousand.
 */
export const openQuery = (end_date: object, limit?: number) => ({
  selector: { status: "active" as const, end_date },
  sort: [{ end_date: "asc" as const }, { id: "asc" as const }],
  ...(limit === undefined ? {} : { limit }),
});

async function read(store: Store, end_date: object, limit?: number): Promise<Campaign[]> {
  const found = await store.collection("campaigns").find(openQuery(end_date, limit)).exec();
  return found.map((d) => d.toJSON() as Campaign);
}

/**
 * The next campaigns after a day. A page that ends within a day gives that day back: the next one
 * begins after a whole day, and none is skipped or read twice.
 */
async function batchAfter(store: Store, from: object): Promise<{ list: Campaign[]; last: string | null }> {
  const page = await read(store, from, BATCH);
  const last = page.at(-1)?.end_date;
  if (last === undefined || page.length < BATCH) return { list: page, last: null };
  const whole = page.filter((c) => c.end_date !== last);
  const before = whole.at(-1)?.end_date;
  if (before !== undefined) return { list: whole, last: before };
  return { list: await read(store, { $eq: last }), last };
}

function openOnes(store: Store, today: string): Observable<{ campaigns: Campaign[]; complete: boolean }> {
  return new Observable((out) => {
    const known = new Map<string, Campaign>();
    /** Changed while the rest was read: what the batch brings is older. */
    const changed = new Set<string>();
    let complete = false;
    let shown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      clearTimeout(timer);
      timer = undefined;
      shown = true;
      out.next({ campaigns: [...known.values()].sort(bySoonest), complete });
    };
    const take = (list: readonly Campaign[]) => {
      for (const campaign of list) if (!changed.has(campaign.id)) known.set(campaign.id, campaign);
    };
    const changes = store.collection("campaigns").$.subscribe((event) => {
      const campaign: Campaign = event.documentData;
      if (!complete) changed.add(event.documentId);
      const fits = event.operation !== "DELETE" && campaign.status === "active" && campaign.end_date >= today;
      if (fits) known.set(event.documentId, campaign);
      else if (!known.delete(event.documentId)) return;
      if (shown) timer ??= setTimeout(show, TOGETHER_MS);
    });
    const load = async () => {
      take(await read(store, { $gte: today }, FIRST_PAGE));
      if (known.size >= FIRST_PAGE) {
        show();
        let unseen = 0;
        let from: object = { $gte: today };
        for (;;) {
          await idle();
          if (out.closed) return;
          const { list, last } = await batchAfter(store, from);
          take(list);
          unseen += list.length;
          if (last === null) break;
          from = { $gt: last };
          if (unseen >= SHOWN_EVERY) {
            unseen = 0;
            show();
          }
        }
      }
      complete = true;
      changed.clear();
      show();
    };
    load().catch((error: unknown) => {
      // Closed half-way (signed out, another store): no subscriber is left.
      if (!out.closed) out.error(error);
    });
    return () => {
      clearTimeout(timer);
      changes.unsubscribe();
    };
  });
}

const withOwn = (campaigns: readonly Campaign[], applications: readonly Application[]): OfferedCampaign[] => {
  const byCampaign = new Map(applications.map((a) => [a.campaign_id, a]));
  return campaigns
    .filter(({ id, hidden }) => !hidden || byCampaign.has(id))
    .map((campaign) => ({ campaign, application: byCampaign.get(campaign.id) ?? null }));
};

/** All open campaigns with the tester's own application, if there is one. */
export const offeredCampaigns = (testerId: string, today: string): Query<Offers> => ({
  key: `offeredCampaigns|${testerId}|${today}`,
  observe: (store) =>
    combineLatest([openOnes(store, today), rowsOf(store, "applications", { selector: { tester_id: testerId } })]).pipe(
      map(([{ campaigns, complete }, applications]) => ({ offers: withOwn(campaigns, applications), complete })),
    ),
});

/** The open campaigns that end first: enough to recommend from. */
export const soonestCampaigns = (testerId: string, today: string, limit: number): Query<OfferedCampaign[]> => ({
  key: `soonestCampaigns|${testerId}|${today}|${limit}`,
  observe: (store) =>
    combineLatest([
      rowsOf(store, "campaigns", openQuery({ $gte: today }, limit)),
      rowsOf(store, "applications", { selector: { tester_id: testerId } }),
    ]).pipe(map(([campaigns, applications]) => withOwn(campaigns, applications))),
});
