// What the search finds among the entries that are on this device, the best first.
import { wordsOf } from "../../lib/text-match.ts";

export interface Searched {
  label: string;
  /** All words that are searched, folded, each after a space; the label's come first. */
  words: string;
}

export const searched = (...texts: readonly string[]): string =>
  wordsOf(texts.join(" "))
    .map((word) => ` ${word}`)
    .join("");

/** The label begins with it; it begins a word of the label; it is elsewhere. */
function score({ label, words }: Searched, first: string): number {
  if (words.startsWith(first)) return 0;
  return searched(label).includes(first) ? 1 : 2;
}

/** The entries in which each word of the query begins a word, by where the first one does. */
export function rank<E extends Searched>(entries: readonly E[], query: string, most: number): E[] {
  const wanted = wordsOf(query).map((word) => ` ${word}`);
  const [first = ""] = wanted;
  return entries
    .filter(({ words }) => wanted.every((word) => words.includes(word)))
    .map((entry) => ({ entry, at: score(entry, first) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ entry }) => entry);
}
