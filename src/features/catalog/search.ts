// The filters and the order of the App Store.
import * as v from "valibot";
import { STORE_PLATFORMS } from "../../lib/constants.ts";
import { searchParams } from "../../lib/search-params.ts";

const storeSort = v.picklist(["newest", "oldest", "downloads", "name"]);
export type StoreSort = v.InferOutput<typeof storeSort>;

export const storeSearch = searchParams({ q: v.string(), platform: v.picklist(STORE_PLATFORMS), sort: storeSort });
export type StoreFilters = v.InferOutput<typeof storeSearch>;
