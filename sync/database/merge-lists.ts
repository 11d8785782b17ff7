// Columns that hold several things (`lists` in the table of collections): things with ids, tags, or
// things by their id. Two versions of one are united, and none of them loses.
import { deepEqual } from "rxdb";
import { tagKey } from "../schema/feedback.ts";

type Listed = string | { readonly id: string };
const keyOf = (one: Listed): string => (typeof one === "string" ? tagKey(one) : one.id);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const byKey = (value: unknown): Map<string, unknown> =>
  isRecord(value)
    ? new Map(Object.entries(value))
    : new Map(((value ?? []) as readonly Listed[]).map((one) => [keyOf(one), one]));

/**
 * What two versions come to: what either added to `base` or changed of it, without what either
 * took out. The photos that two devices put to one draft are all in it. Those of `theirs` come
 * first, and of a thing that both changed theirs stays.
 */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown): unknown {
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  const merged = new Map([...there].filter(([key]) => here.has(key) || !before.has(key)));
  for (const [key, one] of here) {
    const changed = before.has(key) ? merged.has(key) && deepEqual(there.get(key), before.get(key)) : !there.has(key);
    if (changed) merged.set(key, one);
  }
  return isRecord(mine) || isRecord(theirs) ? Object.fromEntries(merged) : [...merged.values()];
}
