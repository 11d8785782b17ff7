// Which reports are about the same: while a summary is typed, and in a review. Pure: rows in, rows
// out.
import { fold } from "../../lib/text-match.ts";

/** Words that say nothing about what a report is about, in both languages. */
const fillers = new Set(
  "the a an and or of to in on at is are was it i my when while with for not no does do the app el la los las un una de del en al que y o es no mi cuando con por para se lo".split(
    " ",
  ),
);

export function tokens(text: string): Set<string> {
  return new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !fillers.has(word))
      // "crashes" and "crash", "fallos" and "fallo" are one word to a person.
      .map((word) => word.replace(/(es|s|ed|ing)$/, "")),
  );
}

/** How much two texts have in common, 0–1: the share of words that both have. */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

export interface KnownIssue {
  id: string;
  title: string;
  summary: string;
}

/**
 * The known issues that share at least a third of the typed words (and two of them, once three are
 * typed).
 */
export function likelyMatches<T extends KnownIssue>(typed: string, known: readonly T[], limit = 3): T[] {
  const wanted = tokens(typed);
  if (wanted.size === 0) return [];
  return known
    .map((issue) => {
      const has = tokens(`${issue.title} ${issue.summary}`);
      const shared = [...wanted].filter((word) => has.has(word)).length;
      return { issue, shared, share: shared / wanted.size };
    })
    .filter(({ shared, share }) => shared >= Math.min(2, wanted.size) && share >= 1 / 3)
    .sort((a, b) => b.share - a.share)
    .slice(0, limit)
    .map(({ issue }) => issue);
}
