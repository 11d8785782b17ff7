// Which apps the store shows, and in which order. Pure: the store's rows and the URL's filters in,
// rows out.
import type { App } from "../../../sync/schema/apps.ts";
import { compareNames } from "../../i18n/compare-names.ts";
import { fold, foldedTextOf } from "../../lib/text-match.ts";
import type { StoreFilters, StoreSort } from "./search.ts";

const haystack = foldedTextOf((app: App) => [app.title, app.description, app.developer_name]);

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const orders: { readonly [S in StoreSort]: (a: App, b: App) => number } = {
  newest: (a, b) => order(b.published_at ?? "", a.published_at ?? ""),
  oldest: (a, b) => order(a.published_at ?? "", b.published_at ?? ""),
  downloads: (a, b) => b.downloads - a.downloads,
  name: (a, b) => compareNames(a.title, b.title),
};

export function filterApps(apps: readonly App[], { q = "", platform = "all", sort = "newest" }: StoreFilters): App[] {
  const words = fold(q).split(/\s+/).filter(Boolean);
  return apps
    .filter((app) => (platform === "all" || app.platform === platform) && words.every((w) => haystack(app).includes(w)))
    .sort((a, b) => orders[sort](a, b) || order(a.id, b.id));
}
