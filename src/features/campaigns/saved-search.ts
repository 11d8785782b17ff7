// A saved search and the filters in the address of Available Tests. The order belongs to neither.
import { searchLimits, type TestSearch } from "../../../sync/schema/searches.ts";
import type { OfferFilters } from "./search.ts";

/** The filters that find something, without those that are off. */
export function searchOf(filters: OfferFilters | TestSearch): TestSearch {
  const { q = "", category, platform = "all", reward, currency, days, spots, hide, mine } = filters;
  const words = [...q.trim()].slice(0, searchLimits.words).join("");
  return {
    ...(words ? { q: words } : {}),
    ...(category ? { category } : {}),
    ...(platform === "all" ? {} : { platform }),
    ...(reward ? { reward, ...(currency ? { currency } : {}) } : {}),
    ...(days ? { days } : {}),
    ...(spots ? { spots } : {}),
    ...(hide ? { hide } : {}),
    ...(mine ? { mine } : {}),
  };
}

const keyOf = (filters: OfferFilters | TestSearch) => JSON.stringify(searchOf(filters));

/** Nothing is filtered. */
export const isEverything = (filters: OfferFilters) => keyOf(filters) === "{}";

/** Do both find the same? */
export const isSameSearch = (a: OfferFilters | TestSearch, b: OfferFilters | TestSearch) => keyOf(a) === keyOf(b);
