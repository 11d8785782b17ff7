// Search that ignores case and accents; every word must occur somewhere.

export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

export function matches(query: string, ...texts: readonly string[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const haystack = fold(texts.join("\n"));
  return words.every((word) => haystack.includes(word));
}
