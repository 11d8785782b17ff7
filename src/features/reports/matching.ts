// Finds reports about the same problem by the words of their summaries.
import { fold } from "../../lib/text-match.ts";

const fillers = new Set(
  "the a an and or of to in on at is are was it i my when while with for not no does do the app el la los las un una de del en al que y o es no mi cuando con por para se lo".split(
    " ",
  ),
);

/** Words for places: two reports about one screen often have different problems. */
const places = new Set("screen page view button tab window dialog pantalla pagina vista boton ventana".split(" "));

export function tokens(text: string): Set<string> {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !fillers.has(word));
  const telling = words.filter((word) => !places.has(word));
  // Strips endings, so that "crashes" equals "crash" and "fallos" equals "fallo".
  return new Set((telling.length > 0 ? telling : words).map((word) => word.replace(/(es|s|ed|ing)$/, "")));
}

/** Share of words that both texts contain, from 0 to 1. One word of several is a coincidence. */
export function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared === 0 || (shared === 1 && one.size + other.size > 2) ? 0 : (2 * shared) / (one.size + other.size);
}

export interface KnownIssue {
  id: string;
  title: string;
  summary: string;
}

/**
 * Known issues that share a third of the typed words, and at least two words once three are typed.
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
