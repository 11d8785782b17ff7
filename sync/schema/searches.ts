// Searches of Available Tests that a tester has saved, each with an alert or without.
import * as v from "valibot";
import { currency, id, integer, text } from "./fields.ts";
import { categories, platforms } from "./values.ts";

export const searchLimits = { saved: 20, name: 60, words: 200 } as const;

/** The filters of Available Tests, as in the address; the order is no part of them. */
const testSearch = v.object({
  q: v.exactOptional(v.pipe(text(searchLimits.words), v.minLength(1))),
  category: v.exactOptional(v.picklist(categories)),
  platform: v.exactOptional(v.picklist(platforms.filter((one) => one !== "all"))),
  /** At least this reward, in cents of the currency. */
  reward: v.exactOptional(integer(1)),
  currency: v.exactOptional(currency),
  days: v.exactOptional(integer(1)),
  spots: v.exactOptional(v.literal(true)),
  hide: v.exactOptional(v.literal(true)),
  /** Only for platforms that the person has a device of, whatever these are when it is looked. */
  mine: v.exactOptional(v.literal(true)),
});
export type TestSearch = v.InferOutput<typeof testSearch>;

export const savedSearch = v.object({
  id,
  name: v.pipe(text(searchLimits.name), v.minLength(1)),
  search: testSearch,
  /** The server says when new tests fit it. */
  alert: v.boolean(),
});
export type SavedSearch = v.InferOutput<typeof savedSearch>;
