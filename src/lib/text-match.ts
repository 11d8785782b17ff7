// Search that ignores case and accents. Lists that are wholly on the device look for parts of words
// (`matches`); the catalog looks for words and their beginnings, as the server does with an index
// (`private.words_of`, `private.search_query`; one table of cases tests both sides).

export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Finds what has all parts of words of a search; null: it has none. Takes folded texts. */
export function partMatcher(query: string): ((folded: string) => boolean) | null {
  const parts = fold(query).split(/\s+/).filter(Boolean);
  return parts.length === 0 ? null : (folded) => parts.every((part) => folded.includes(part));
}

export const matches = (query: string, ...texts: readonly string[]): boolean =>
  partMatcher(query)?.(fold(texts.join("\n"))) ?? true;

/** What a row is searched by, folded once per row. A changed row is a new object. */
export const foldedRow = <T extends object>(texts: (row: T) => readonly string[]): ((row: T) => string) =>
  oncePerRow((row) => fold(texts(row).join("\n")));

const between = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/;
/** The words of a text, folded. At most 64 characters of a word count. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(between)
    .filter(Boolean)
    // Few are longer, and taking a word apart is slow.
    .map((word) => (word.length > 64 ? [...word].slice(0, 64).join("") : word));

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
export const wordsOfRow = <T extends object>(texts: (row: T) => readonly string[]): ((row: T) => string[]) =>
  oncePerRow((row) => wordsOf(texts(row).join(" ")));

function oncePerRow<T extends object, V>(of: (row: T) => V): (row: T) => V {
  const known = new WeakMap<T, V>();
  return (row) => {
    const value = known.get(row) ?? of(row);
    known.set(row, value);
    return value;
  };
}
