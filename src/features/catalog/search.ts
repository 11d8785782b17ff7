import { STORE_PLATFORMS } from "../../lib/constants.ts";
import { oneOf, searchParams, text } from "../../lib/search-params.ts";

const storeSort = oneOf(["newest", "oldest", "downloads", "name"]);
export type StoreSort = NonNullable<ReturnType<typeof storeSort>>;

export const storeSearch = searchParams({ q: text, platform: oneOf(STORE_PLATFORMS), sort: storeSort });
export type StoreFilters = ReturnType<typeof storeSearch>;

export const storeRequest = ({ q, platform = "all", sort = "newest" }: StoreFilters) => ({
  ...(q ? { q } : {}),
  ...(platform === "all" ? {} : { platforms: [platform] }),
  sort,
});
