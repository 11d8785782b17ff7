// What the search finds among the entries that are on this device, the best first.
import { wordsOf } from "../../lib/text-match.ts";

export interface Searched {
  /** All words that are searched, folded, each after a space; the label's come first. */
  words: string;
  /** So much of them is the label's. */
  labelEnd: number;
}

const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => ` ${word}`)
    .join("");

/** @param more what else it is found by */
export function searched(label: string, ...more: readonly string[]): Searched {
  const name = folded(label);
  return { words: name + folded(more.join(" ")), labelEnd: name.length };
}

/** What has to begin a word each. */
export const wantedOf = (query: string): string[] => wordsOf(query).map((word) => ` ${word}`);

/** The label begins with it; it begins a word of the label; it is elsewhere. */
function score({ words, labelEnd }: Searched, first: string): number {
  const at = words.indexOf(first);
  return at === 0 ? 0 : at < labelEnd ? 1 : 2;
}

const best = <T>(found: readonly { one: T; at: number }[], most: number): T[] =>
  [...found]
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);

/** Those in which each wanted word begins a word, by where the first one does. */
export function rank<E extends Searched>(entries: readonly E[], wanted: readonly string[], most: number): E[] {
  const found = entries.filter(({ words }) => wanted.every((word) => words.includes(word)));
  return best(
    found.map((one) => ({ one, at: score(one, wanted[0] ?? "") })),
    most,
  );
}

/** Shorter words, with the space before them, begin too many parts. */
const PART_FROM = 4;

/** Parts that have a wanted word, of an entry that has all the others. */
export function rankParts<P extends Searched>(
  entries: readonly (Searched & { parts?: readonly P[] })[],
  wanted: readonly string[],
  most: number,
): P[] {
  const found = entries.flatMap((entry) =>
    (entry.parts ?? []).flatMap((one) => {
      const others = wanted.filter((word) => word.length < PART_FROM || !one.words.includes(word));
      const fits = others.length < wanted.length && others.every((word) => entry.words.includes(word));
      return fits ? { one, at: score(entry, others[0] ?? "") } : [];
    }),
  );
  return best(found, most);
}
