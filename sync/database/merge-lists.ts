// Columns that list things with ids, or tags (`lists` in the table of collections): two versions of
// one are united, and none of them loses.
import { tagKey } from "../schema/feedback.ts";

type Listed = readonly (string | { readonly id: string })[];
const keyOf = (one: Listed[number]): string => (typeof one === "string" ? tagKey(one) : one.id);

/**
 * What two versions of a list come to: what either added to `base`, without what either took out.
 * The photos that two devices put to one draft are all in it. Those of `theirs` come first.
 */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown): Listed {
  const [before, here, there] = [base ?? [], mine, theirs] as Listed[];
  const has = (list: Listed | undefined, one: Listed[number]) => list?.some((o) => keyOf(o) === keyOf(one)) ?? false;
  const kept = (there ?? []).filter((one) => has(here, one) || !has(before, one));
  const added = (here ?? []).filter((one) => !has(before, one) && !has(there, one));
  return [...kept, ...added];
}
