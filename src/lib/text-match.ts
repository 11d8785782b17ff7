// Search that ignores case and accents; every word must occur somewhere.

export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/**
 * The folded text of a row, computed once per row: folding takes longer than searching. A changed
 * row is a new object.
 */
export function foldedTextOf<T extends object>(texts: (row: T) => readonly string[]): (row: T) => string {
  const known = new WeakMap<T, string>();
  return (row) => {
    const text = known.get(row) ?? fold(texts(row).join("\n"));
    known.set(row, text);
    return text;
  };
}

export function matches(query: string, ...texts: readonly string[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const haystack = fold(texts.join("\n"));
  return words.every((word) => haystack.includes(word));
}
