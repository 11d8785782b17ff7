// Filters and sorts the apps on this device like the server's search does.
import type { AppCard } from "#sync/schema/catalog.ts";
import { compareNames } from "../../i18n/compare-names.ts";
import { wordMatcher, wordsOfRow } from "../../lib/text-match.ts";
import type { StoreFilters, StoreSort } from "./search.ts";

const words = wordsOfRow((app: AppCard) => [app.title, app.developer_name, app.description]);

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
// Ties keep the server's order, so that its results replace this list without jumps.
const orders: { readonly [S in StoreSort]: (a: AppCard, b: AppCard) => number } = {
  newest: (a, b) => order(b.published_at ?? "", a.published_at ?? "") || order(b.id, a.id),
  oldest: (a, b) => order(a.published_at ?? "", b.published_at ?? "") || order(a.id, b.id),
  downloads: (a, b) => b.downloads - a.downloads || order(b.id, a.id),
  name: (a, b) => compareNames(a.title, b.title) || order(a.id, b.id),
};

export function filterApps(
  apps: readonly AppCard[],
  { q = "", platform = "all", sort = "newest" }: StoreFilters,
): AppCard[] {
  const found = wordMatcher(q);
  return apps
    .filter((app) => (platform === "all" || app.platform === platform) && found(words(app)))
    .sort(orders[sort]);
}
