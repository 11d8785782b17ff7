// What a reviewer looks at again and again: filters, order and search of the review list.
import * as v from "valibot";
import { text } from "./fields.ts";

/** `value`: of one filter, or of the search. */
export const viewLimits = { saved: 20, name: 60, value: 400 } as const;

export const savedView = v.object({
  name: v.pipe(text(viewLimits.name), v.minLength(1)),
  /** Parameters of the list's address, which ignores those it does not know. */
  search: v.record(v.string(), v.union([text(viewLimits.value), v.number()])),
});
export type SavedView = v.InferOutput<typeof savedView>;
