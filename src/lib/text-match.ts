// Search that ignores case and accents. Lists that are wholly on the device look for parts of words
// (`matches`); the catalog looks for words and their beginnings, as the server does with an index
// (`private.words_of`, `private.search_query`; one table of cases tests both sides).

export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

export function matches(query: string, ...texts: readonly string[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const haystack = fold(texts.join("\n"));
  return words.every((word) => haystack.includes(word));
}

const between = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/;
/** The words of a text, folded. At most 64 characters of a word count. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(between)
    .filter(Boolean)
    .map((word) => [...word].slice(0, 64).join(""));

/** Shorter words begin too many: they match whole. */
const beginsFrom = 3;
/** More words of a search do not count. */
const mostWords = 8;

/**
 * Does a text have all the words of a search? A word of three letters or more also matches as a
 * beginning.
 */
export function wordMatcher(query: string): (words: readonly string[]) => boolean {
  const wanted = wordsOf([...query].slice(0, 200).join("")).slice(0, mostWords);
  return (words) =>
    wanted.every((word) =>
      [...word].length < beginsFrom ? words.includes(word) : words.some((one) => one.startsWith(word)),
    );
}

/** The words of a row, found once per row. A changed row is a new object. */
export function wordsOfRow<T extends object>(texts: (row: T) => readonly string[]): (row: T) => string[] {
  const known = new WeakMap<T, string[]>();
  return (row) => {
    const words = known.get(row) ?? wordsOf(texts(row).join(" "));
    known.set(row, words);
    return words;
  };
}
