// The search parameters of File Storage, of developers and of admins.
import * as v from "valibot";
import { searchParams } from "../../lib/search-params.ts";

export const storageSearch = searchParams({
  path: v.string(),
  tab: v.literal("upload"),
  /** The file whose details are open. */
  file: v.string(),
  /** Admins: whose area, and what is searched for. */
  owner: v.string(),
  q: v.string(),
});
export type StorageSearch = v.InferOutput<typeof storageSearch>;
