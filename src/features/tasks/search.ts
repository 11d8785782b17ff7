import { oneOf, searchParams, text } from "#lib/search-params.ts";
import { platforms } from "#sync/schema/values.ts";

export const setFilters = ["open", "submitted", "returned", "accepted"] as const;
export type SetFilter = (typeof setFilters)[number];

/** Filters of a campaign's results, and the open task and set. */
export const resultSearch = searchParams({
  sets: oneOf(setFilters),
  build: text,
  on: oneOf(platforms),
  /** Id of an application. */
  set: text,
  /** The task whose results are open, and one of its steps. */
  task: text,
  item: text,
});
