// Columns that list things with ids (`lists` in the table of collections): two versions of one are
// united, and none of them loses.

type Listed = readonly { readonly id: string }[];

/**
 * What two versions of a list come to: what either added to `base`, without what either took out.
 * The photos that two devices put to one draft are all in it. Those of `theirs` come first.
 */
export function mergeLists(base: unknown, mine: unknown, theirs: unknown): Listed {
  const [before, here, there] = [base ?? [], mine, theirs] as Listed[];
  const has = (list: Listed | undefined, id: string) => list?.some((one) => one.id === id) ?? false;
  const kept = (there ?? []).filter(({ id }) => has(here, id) || !has(before, id));
  const added = (here ?? []).filter(({ id }) => !has(before, id) && !has(there, id));
  return [...kept, ...added];
}
