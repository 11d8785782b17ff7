import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { platforms } from "#sync/schema/values.ts";

export const setFilters = ["open", "submitted", "returned", "accepted"] as const;
export type SetFilter = (typeof setFilters)[number];

export const resultSearch = searchParams({
  sets: oneOf(setFilters),
  build: text,
  on: oneOf(platforms),
  /** Id of an application. */
  set: text,
  task: text,
  item: text,
});
