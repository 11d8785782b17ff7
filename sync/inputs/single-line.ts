// Single-line texts (names, titles, web addresses) and the visibility of characters. SQL has the
// same rules.

/** An invisible character: control, zero-width, direction mark or filler. */
export const hiddenCharacter = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/u;

/** Characters that end a line, control a terminal or reverse adjacent text. */
const notOfOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
export const isOneLine = (text: string): boolean => !notOfOneLine.test(text);
const notOfOneLineAll = new RegExp(notOfOneLine, "gu");

const nothingToSee = /^[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;
const edge = "[\\s\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u2800\\u3164\\uffa0]+";
const edges = new RegExp(`^${edge}|${edge}$`, "gu");

/**
 * Removes spaces and zero-width characters at both ends. A text without visible characters becomes
 * empty. Keeps variation selectors, which belong to the emoji before them.
 */
export const trimmed = (text: string): string => (nothingToSee.test(text) ? "" : text.replace(edges, ""));

/** Replaces line breaks by spaces and removes control characters. Keeps spaces at the ends. */
export const withoutBreaks = (text: string): string =>
  text.replace(/[\r\n\t\v\f\u0085\u2028\u2029]+/g, " ").replace(notOfOneLineAll, "");

/** Normalizes the value of a single-line field. */
export const oneLine = (text: string): string => trimmed(withoutBreaks(text));

/**
 * Returns the beginning of a text: at most this many code points, which is how limits count, and
 * only whole characters as people see them. `slice` could cut an emoji in half.
 */
export function firstCharacters(text: string, most: number): string {
  let left = most;
  let end = 0;
  for (const character of seenCharacters(text)) {
    left -= [...character].length;
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Without a Segmenter (Firefox before 125), an emoji of several code points may be cut. */
function* seenCharacters(text: string): Generator<string> {
  if (typeof Intl.Segmenter === "undefined") return yield* text;
  for (const { segment } of new Intl.Segmenter().segment(text)) yield segment;
}

/** Replaces lone surrogates in all texts of a value, which PostgreSQL's JSON rejects. */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\p{Cs}/gu, "\ufffd");
  if (Array.isArray(value)) return value.map((one) => wellFormed(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one)]));
}
