// Search without case and accents. Local lists match substrings (`matches`); the catalog matches
// words and prefixes, like the server's index (`private.words_of`, `private.search_query`; shared
// test cases cover both).

export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Matches folded texts that contain all words of the query; null for an empty query. */
export function partMatcher(query: string): ((folded: string) => boolean) | null {
  const parts = fold(query).split(/\s+/).filter(Boolean);
  return parts.length === 0 ? null : (folded) => parts.every((part) => folded.includes(part));
}

export const matches = (query: string, ...texts: readonly string[]): boolean =>
  partMatcher(query)?.(fold(texts.join("\n"))) ?? true;

/** Searchable text of a row, cached per row object. */
export const foldedRow = <T extends object>(texts: (row: T) => readonly string[]): ((row: T) => string) =>
  oncePerRow((row) => fold(texts(row).join("\n")));

const between = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/;
/** Folded words of a text, cut at 64 characters. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(between)
    .filter(Boolean)
    // Longer words are rare and slow to split.
    .map((word) => (word.length > 64 ? [...word].slice(0, 64).join("") : word));

/** Shorter words match only as a whole. */
const beginsFrom = 3;
/** Further words of a query are ignored. */
const mostWords = 8;

/** Matches texts with all words of the query. Words of three letters or more match as prefixes. */
export function wordMatcher(query: string): (words: readonly string[]) => boolean {
  const wanted = wordsOf([...query].slice(0, 200).join("")).slice(0, mostWords);
  return (words) =>
    wanted.every((word) =>
      [...word].length < beginsFrom ? words.includes(word) : words.some((one) => one.startsWith(word)),
    );
}

/** Words of a row, cached per row object. */
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
