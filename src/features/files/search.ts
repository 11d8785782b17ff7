import { oneOf, searchParams, text } from "../../lib/search-params.ts";

export const storageSearch = searchParams({
  path: text,
  tab: oneOf(["upload"]),
  file: text,
  owner: text,
  q: text,
});
export type StorageSearch = ReturnType<typeof storageSearch>;
