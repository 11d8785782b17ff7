// The search parameters of File Storage, of developers and of admins.
import { oneOf, searchParams, text } from "../../lib/search-params.ts";

export const storageSearch = searchParams({
  path: text,
  tab: oneOf(["upload"]),
  /** The file whose details are open. */
  file: text,
  /** Admins: whose area, and what is searched for. */
  owner: text,
  q: text,
});
export type StorageSearch = ReturnType<typeof storageSearch>;
