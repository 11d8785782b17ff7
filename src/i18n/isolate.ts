// Isolates user text in sentences: Hebrew or Arabic names and direction marks would otherwise
// reorder adjacent words and numbers. Separate texts get their direction from `base.css` and
// `dir="auto"`.

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** False for text without right-to-left characters, the common case. */
export const needsIsolation = (text: string): boolean => turnsDirection.test(text);

/** Isolates text within a longer string outside HTML: a label, title or toast. */
export const isolated = (text: string): string =>
  // Remove its isolates, which could end this one.
  needsIsolation(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, "")}\u2069` : text;

export const isolatedValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolated(value) : value]),
  );
