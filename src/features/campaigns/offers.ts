// Which campaigns a tester is shown, and in which order. Pure: the store's rows and the URL's
// filters in, rows out.
import type { OfferedCampaign } from "../../../sync/queries/open-campaigns.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Profile } from "../../../sync/schema/profiles.ts";
import { dateOf } from "../../i18n/format.ts";
import { fold, foldedTextOf } from "../../lib/text-match.ts";
import { spotsRemaining } from "./rules.ts";
import type { OfferFilters, OfferSort } from "./search.ts";

/** How many of the filters behind More Filters are in use. */
export const moreFilterCount = (f: OfferFilters): number =>
  [f.platform && f.platform !== "all", f.reward, f.days, f.spots, f.hide, f.mine].filter(Boolean).length;

const DAY_MS = 86_400_000;
/** Days from today until the last day; 0 is today. */
const daysLeft = (campaign: Pick<Campaign, "end_date">, today: string): number =>
  Math.round((dateOf(campaign.end_date).getTime() - dateOf(today).getTime()) / DAY_MS);

const haystack = foldedTextOf((c: Campaign) => [c.title, c.description, c.developer_name]);

/** @param platforms of the tester's own devices, for `mine` */
export function filterOffers(
  offers: readonly OfferedCampaign[],
  filters: OfferFilters,
  today: string,
  platforms: ReadonlySet<string> = new Set(),
) {
  const { q = "", category, platform, reward, currency, days, spots, hide, mine, sort = "deadline" } = filters;
  const words = fold(q).split(/\s+/).filter(Boolean);
  const found = offers.filter(
    ({ campaign: c, application }) =>
      (!category || c.category === category) &&
      // "All platforms" is a campaign for any device, so it fits each choice.
      (!platform || platform === "all" || c.platform === platform || c.platform === "all") &&
      (!reward || (c.currency === currency && c.reward_amount_cents >= reward)) &&
      (!days || daysLeft(c, today) <= days) &&
      (!spots || spotsRemaining(c) > 0) &&
      (!hide || !application) &&
      (!mine || c.platform === "all" || platforms.has(c.platform)) &&
      words.every((word) => haystack(c).includes(word)),
  );
  return found.sort(sort === "reward" ? byReward(currency) : orders[sort]);
}

/** Dates as texts: comparing them as words of a language takes twenty times as long. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
type Order = (a: OfferedCampaign, b: OfferedCampaign) => number;
const orders: { readonly [S in Exclude<OfferSort, "reward">]: Order } = {
  deadline: (a, b) => order(a.campaign.end_date, b.campaign.end_date),
  newest: (a, b) => order(b.campaign.published_at ?? "", a.campaign.published_at ?? ""),
  spots: (a, b) => spotsRemaining(b.campaign) - spotsRemaining(a.campaign),
};

/**
 * Amounts of different money are never compared: those in the chosen currency stand first, then
 * each other one by itself.
 */
const byReward =
  (currency: OfferFilters["currency"]): Order =>
  ({ campaign: a }, { campaign: b }) =>
    Number(b.currency === currency) - Number(a.currency === currency) ||
    order(a.currency, b.currency) ||
    b.reward_amount_cents - a.reward_amount_cents;

/**
 * The platforms that a tester has a device for. Devices are named freely: the platform's word
 * decides.
 */
export const platformsOf = (profile: Pick<Profile, "devices"> | null): Set<string> =>
  new Set(
    (profile?.devices ?? []).flatMap((d) => {
      const text = fold(`${d.platform} ${d.os}`);
      return ["android", "ios", "windows", "macos", "web"].filter((platform) => text.includes(platform));
    }),
  );

export type Because =
  | { kind: "device"; name: string }
  | { kind: "expertise"; name: string }
  | { kind: "history"; category: Campaign["category"] };

export interface Recommendation {
  campaign: Campaign;
  /** Why it is shown, the strongest reason first; empty: it only is open. */
  because: Because[];
}

/**
 * What a tester has done so far, as far as it says what they like: categories of tests that they
 * were part of.
 */
export type History = ReadonlyMap<Campaign["category"], number>;

/**
 * Open campaigns that one has not applied to: those for one's devices, expertise and earlier tests
 * first.
 */
export function recommend(
  offers: readonly OfferedCampaign[],
  profile: Pick<Profile, "devices" | "expertise"> | null,
  history: History,
  categoryName: (category: Campaign["category"]) => string,
  limit: number,
): Recommendation[] {
  const deviceFor = new Map(
    (profile?.devices ?? []).flatMap((d) => [...platformsOf({ devices: [d] })].map((p) => [p, d.name])),
  );
  return offers
    .filter(({ campaign, application }) => !application && spotsRemaining(campaign) > 0)
    .map(({ campaign }) => {
      const name = fold(categoryName(campaign.category));
      const device = deviceFor.get(campaign.platform);
      const skill = profile?.expertise.find((e) => name.includes(fold(e)) || fold(e).includes(name));
      const before = history.get(campaign.category) ?? 0;
      const because: Because[] = [];
      if (skill) because.push({ kind: "expertise", name: skill });
      if (before > 0) because.push({ kind: "history", category: campaign.category });
      if (device) because.push({ kind: "device", name: device });
      return { campaign, because, score: (skill ? 3 : 0) + Math.min(before, 3) + (device ? 2 : 0) };
    })
    .sort((a, b) => b.score - a.score || a.campaign.end_date.localeCompare(b.campaign.end_date))
    .slice(0, limit)
    .map(({ campaign, because }) => ({ campaign, because }));
}
