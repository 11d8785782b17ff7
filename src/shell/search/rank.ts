// Ranks local entries by relevance.
import { wordsOf } from "../../lib/text-match.ts";

export interface Searched {
  /** Folded words, each after a space, those of the label first. */
  words: string;
  /** Length of the label's part of `words`. */
  labelEnd: number;
}

const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => ` ${word}`)
    .join("");

/** @param more further searchable text */
export function searched(label: string, ...more: readonly string[]): Searched {
  const name = folded(label);
  return { words: name + folded(more.join(" ")), labelEnd: name.length };
}

export const wantedOf = (query: string): string[] => wordsOf(query).map((word) => ` ${word}`);

/** Best if the label starts with it, then at the start of a word of the label, then elsewhere. */
function score({ words, labelEnd }: Searched, first: string): number {
  const at = words.indexOf(first);
  return at === 0 ? 0 : at < labelEnd ? 1 : 2;
}

const best = <T>(found: readonly { one: T; at: number }[], most: number): T[] =>
  [...found]
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);

/** Entries in which each query word is a prefix of a word, sorted by the position of the first. */
export function rank<E extends Searched>(entries: readonly E[], wanted: readonly string[], most: number): E[] {
  const found = entries.filter(({ words }) => wanted.every((word) => words.includes(word)));
  return best(
    found.map((one) => ({ one, at: score(one, wanted[0] ?? "") })),
    most,
  );
}

/** Shorter words match too many sub-entries. */
const PART_FROM = 4;

/** Sub-entries that match a query word, of entries that match the others. */
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
