// Merges list columns (`lists` in the table of collections): items with ids, tags, or items by id.
// The merge keeps the items of both versions.
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
 * Merges two versions of a list: keeps what either added or changed since `base`, without what
 * either removed. Items of `theirs` come first, and win if both changed an item.
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
