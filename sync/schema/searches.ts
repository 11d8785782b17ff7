// A tester's saved searches of Available Tests, with or without an alert.
import * as v from "valibot";
import { currency, id, integer, line, text } from "./fields.ts";
import { categories, platforms } from "./values.ts";

export const searchLimits = { saved: 20, name: 60, words: 200 } as const;

/** The filters of Available Tests, as in the address, without the order. */
const testSearch = v.object({
  q: v.exactOptional(v.pipe(text(searchLimits.words), v.minLength(1))),
  category: v.exactOptional(v.picklist(categories)),
  platform: v.exactOptional(v.picklist(platforms.filter((one) => one !== "all"))),
  /** Minimum reward, in cents of the currency. */
  reward: v.exactOptional(integer(1)),
  currency: v.exactOptional(currency),
  days: v.exactOptional(integer(1)),
  spots: v.exactOptional(v.literal(true)),
  /** Accepts applicants at once. */
  instant: v.exactOptional(v.literal(true)),
  hide: v.exactOptional(v.literal(true)),
  /** Only platforms of the person's devices at the time of the search. */
  mine: v.exactOptional(v.literal(true)),
});
export type TestSearch = v.InferOutput<typeof testSearch>;

export const savedSearch = v.object({
  id,
  name: v.pipe(line(searchLimits.name), v.minLength(1)),
  search: testSearch,
  /** True if the server notifies the person of new matching tests. */
  alert: v.boolean(),
});
export type SavedSearch = v.InferOutput<typeof savedSearch>;
