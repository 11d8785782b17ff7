// Filters and sorts the campaigns on this device like the server's search does.
import { type OfferedCampaign, type Own, withOwn } from "#sync/queries/open-campaigns.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { CampaignCard } from "#sync/schema/catalog.ts";
import { type Profile, platformsOf } from "#sync/schema/profiles.ts";
import { fold, wordMatcher, wordsOfRow } from "../../lib/text-match.ts";
import type { CatalogRequest } from "../../state/catalog.ts";
import { daysLeft, spotsRemaining } from "../common/campaign-rules.ts";
import type { OfferFilters, OfferSort } from "./search.ts";

export const moreFilterCount = (f: OfferFilters): number =>
  [f.platform && f.platform !== "all", f.reward, f.days, f.spots, f.instant, f.hide, f.mine].filter(Boolean).length;

const words = wordsOfRow((c: CampaignCard) => [c.title, c.developer_name, c.description]);

/** Converts the filters to a search request. @param platforms of the tester's devices */
export function requestOf(
  {
    q,
    category,
    platform = "all",
    reward,
    currency,
    days,
    spots,
    instant,
    hide,
    mine,
    sort = "deadline",
  }: OfferFilters,
  platforms: ReadonlySet<string>,
): CatalogRequest {
  const chosen = platform === "all" ? [...platforms].sort() : platforms.has(platform) ? [platform] : [];
  const wanted = mine ? chosen : platform === "all" ? null : [platform];
  return {
    ...(q ? { q } : {}),
    ...(category ? { category } : {}),
    // Campaigns for all platforms match any choice. Without a matching device only those remain.
    ...(wanted ? { platforms: wanted.length > 0 ? wanted : ["all"] } : {}),
    ...(currency && (reward || sort === "reward") ? { currency } : {}),
    ...(reward ? { reward } : {}),
    ...(days ? { days } : {}),
    ...(spots ? { spots } : {}),
    ...(instant ? { instant } : {}),
    ...(hide ? { hide } : {}),
    sort,
  };
}

/** The platforms of the devices, and the web, which runs on all of them. Null without a device. */
const fittingPlatforms = (platforms: ReadonlySet<string>): string[] | null =>
  platforms.size > 0 ? [...new Set(["web", ...platforms])].sort() : null;

/** The platforms whose campaigns precede all others; null when the filters choose platforms. */
const platformsFirst = ({ platform = "all", mine }: OfferFilters, platforms: ReadonlySet<string>) =>
  platform === "all" && !mine ? fittingPlatforms(platforms) : null;

const fitsNone = (platform: Campaign["platform"], fitting: readonly string[] | null): boolean =>
  fitting !== null && platform !== "all" && !fitting.includes(platform);

/** The request of a list that begins with the campaigns that fit the tester's devices. */
export function fittingFirst(filters: OfferFilters, platforms: ReadonlySet<string>): CatalogRequest {
  const first = platformsFirst(filters, platforms);
  return { ...requestOf(filters, platforms), ...(first ? { first } : {}) };
}

/** @param platforms of the tester's devices: for `mine`, and to list fitting campaigns first */
export function filterOffers(
  offers: readonly OfferedCampaign[],
  filters: OfferFilters,
  today: string,
  platforms: ReadonlySet<string> = new Set(),
) {
  const { q = "", category, platform, reward, currency, days, spots, instant, hide, mine } = filters;
  const matches = wordMatcher(q);
  const found = offers.filter(
    ({ campaign: c, application }) =>
      (!category || c.category === category) &&
      // Campaigns for all platforms match any choice.
      (!platform || platform === "all" || c.platform === platform || c.platform === "all") &&
      (!reward || (c.currency === currency && c.reward_amount_cents >= reward)) &&
      (!days || daysLeft(c, today) <= days) &&
      (!spots || spotsRemaining(c) > 0) &&
      (!instant || acceptsInstantly(c)) &&
      (!hide || !application) &&
      (!mine || c.platform === "all" || platforms.has(c.platform)) &&
      matches(words(c)),
  );
  return found.sort(orderOf(filters, platforms));
}

/** Applicants of a full campaign wait. */
const acceptsInstantly = (campaign: CampaignCard) => campaign.auto_select && spotsRemaining(campaign) > 0;

function orderOf(filters: OfferFilters, platforms: ReadonlySet<string>): Order {
  const { sort = "deadline", currency } = filters;
  const inOrder = sort === "reward" ? byReward(currency) : orders[sort];
  const first = platformsFirst(filters, platforms);
  const rank = ({ campaign: { platform } }: OfferedCampaign) => Number(fitsNone(platform, first));
  return (a, b) => rank(a) - rank(b) || inOrder(a, b);
}

/**
 * Merges the server's page with local state that the server may not know yet: applications, blocked
 * organizations, and campaigns from invitations, which no search returns. @param complete there are
 * no further pages
 */
export function withAnswer(
  { cards, total }: { cards: readonly CampaignCard[]; total: number },
  complete: boolean,
  own: Own,
  filters: OfferFilters,
  today: string,
  platforms: ReadonlySet<string>,
): { items: OfferedCampaign[]; total: number } {
  const found = withOwn(cards, own, today).filter(({ application }) => !filters.hide || !application);
  const inOrder = orderOf(filters, platforms);
  const last = complete ? undefined : found.at(-1);
  const known = new Set(cards.map(({ id }) => id));
  const besides = filterOffers(withOwn(own.unlisted, own, today), filters, today, platforms).filter(
    ({ campaign }) => !known.has(campaign.id),
  );
  const shown = besides.filter((offer) => !last || inOrder(offer, last) < 0);
  return {
    items: shown.length === 0 ? found : [...found, ...shown].sort(inOrder),
    total: Math.max(0, total - (cards.length - found.length)) + besides.length,
  };
}

/** Compares ISO dates as plain strings, 20 times as fast as `localeCompare`. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
type Order = (a: OfferedCampaign, b: OfferedCampaign) => number;
// Ties keep the server's order, so that its results replace this list without jumps.
const ascending: Order = ({ campaign: a }, { campaign: b }) => order(a.id, b.id);
const descending: Order = (a, b) => ascending(b, a);
const orders: { readonly [S in Exclude<OfferSort, "reward">]: Order } = {
  deadline: (a, b) => order(a.campaign.end_date, b.campaign.end_date) || ascending(a, b),
  newest: (a, b) => order(b.campaign.published_at ?? "", a.campaign.published_at ?? "") || descending(a, b),
  spots: (a, b) => spotsRemaining(b.campaign) - spotsRemaining(a.campaign) || descending(a, b),
};

/**
 * Amounts in different currencies are not comparable: the chosen currency comes first, then the
 * others by code.
 */
const byReward =
  (currency: OfferFilters["currency"]): Order =>
  (one, other) => {
    const { campaign: a } = one;
    const { campaign: b } = other;
    return (
      Number(b.currency === currency) - Number(a.currency === currency) ||
      order(a.currency, b.currency) ||
      b.reward_amount_cents - a.reward_amount_cents ||
      descending(one, other)
    );
  };

export type Because =
  | { kind: "device"; name: string }
  | { kind: "expertise"; name: string }
  | { kind: "history"; category: Campaign["category"] }
  /** Why it comes last. */
  | { kind: "other_platform"; platform: Campaign["platform"] };

export interface Recommendation {
  campaign: CampaignCard;
  /** Reasons for the recommendation, strongest first; empty if it is merely open. */
  because: Because[];
}

export type History = ReadonlyMap<Campaign["category"], number>;

type About = Pick<Profile, "devices" | "expertise"> | null;

/** The first device that fits the campaign; any device fits a campaign for all platforms. */
const fittingDevice = (platform: Campaign["platform"], profile: About) =>
  profile?.devices.find((device) => {
    const own = platformsOf([device]);
    return platform === "all" ? own.size > 0 : own.has(platform);
  });

export function reasonsFor(
  campaign: Pick<Campaign, "platform" | "category">,
  profile: About,
  history: History,
  categoryName: (category: Campaign["category"]) => string,
): Because[] {
  const name = fold(categoryName(campaign.category));
  const device = fittingDevice(campaign.platform, profile);
  const skill = profile?.expertise.find((e) => name.includes(fold(e)) || fold(e).includes(name));
  const because: Because[] = [];
  if (skill) because.push({ kind: "expertise", name: skill });
  if (history.has(campaign.category)) because.push({ kind: "history", category: campaign.category });
  if (device) because.push({ kind: "device", name: device.name });
  const { platform } = campaign;
  if (fitsNone(platform, fittingPlatforms(platformsOf(profile?.devices ?? []))))
    because.push({ kind: "other_platform", platform });
  return because;
}

/**
 * Open campaigns without the tester's application, best match for devices, expertise and earlier
 * tests first. Campaigns for other platforms come last.
 * @param platforms of the tester's devices
 */
export function recommend(
  offers: readonly OfferedCampaign[],
  profile: About,
  history: History,
  categoryName: (category: Campaign["category"]) => string,
  limit: number,
  platforms: ReadonlySet<string>,
): Recommendation[] {
  const fitting = fittingPlatforms(platforms);
  return offers
    .filter(({ campaign, application }) => !application && spotsRemaining(campaign) > 0)
    .map(({ campaign }) => {
      const because = reasonsFor(campaign, profile, history, categoryName);
      const weight = {
        expertise: 3,
        history: Math.min(history.get(campaign.category) ?? 0, 3),
        device: 2,
        other_platform: 0,
      };
      const last = fitsNone(campaign.platform, fitting) ? -100 : 0;
      return { campaign, because, score: because.reduce((sum, { kind }) => sum + weight[kind], last) };
    })
    .sort((a, b) => b.score - a.score || a.campaign.end_date.localeCompare(b.campaign.end_date))
    .slice(0, limit)
    .map(({ campaign, because }) => ({ campaign, because }));
}
