// Converts between a saved search and the URL filters of Available Tests. Neither contains the sort
// order.
import { searchLimits, type TestSearch } from "#sync/schema/searches.ts";
import type { OfferFilters } from "./search.ts";

export function searchOf(filters: OfferFilters | TestSearch): TestSearch {
  const { q = "", category, platform = "all", reward, currency, days, spots, instant, hide, mine } = filters;
  const words = [...q.trim()].slice(0, searchLimits.words).join("");
  return {
    ...(words ? { q: words } : {}),
    ...(category ? { category } : {}),
    ...(platform === "all" ? {} : { platform }),
    ...(reward ? { reward, ...(currency ? { currency } : {}) } : {}),
    ...(days ? { days } : {}),
    ...(spots ? { spots } : {}),
    ...(instant ? { instant } : {}),
    ...(hide ? { hide } : {}),
    ...(mine ? { mine } : {}),
  };
}

const keyOf = (filters: OfferFilters | TestSearch) => JSON.stringify(searchOf(filters));

export const isEverything = (filters: OfferFilters) => keyOf(filters) === "{}";

/** True when both find the same tests. */
export const isSameSearch = (a: OfferFilters | TestSearch, b: OfferFilters | TestSearch) => keyOf(a) === keyOf(b);
