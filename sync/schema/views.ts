// Saved views of the review list: filters, order and search.
import * as v from "valibot";
import { line, text } from "./fields.ts";

/** `value`: length of each filter and of the search. */
export const viewLimits = { saved: 20, name: 60, value: 400 } as const;

export const savedView = v.object({
  name: v.pipe(line(viewLimits.name), v.minLength(1)),
  /** Parameters of the list's address. Unknown ones are ignored. */
  search: v.record(v.string(), v.union([text(viewLimits.value), v.number()])),
});
export type SavedView = v.InferOutput<typeof savedView>;
