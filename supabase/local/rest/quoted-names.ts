// Names in quotation marks in the query string. Where a name needs no marks they are taken off, so
// that one spelling is left to check (rest-query.ts).
const plain = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_][A-Za-z0-9_]*$/;
const quotedText = /"((?:[^"\\]|\\.)*)"/g;

/** For texts in which whatever is quoted is a name. */
const everywhere = (text: string): string =>
  text.replace(quotedText, (whole, name: string) => (plain.test(name) ? name : whole));

/** In conditions values are quoted too: a name begins its condition, and an operator follows. */
const inConditions = (text: string): string =>
  text.replace(quotedText, (whole, name: string, at: number) => {
    const begins = /(?:^|[(,]\s*)$/.test(text.slice(0, at));
    const next = text.slice(at + whole.length, at + whole.length + 2);
    return begins && (next.startsWith(".") || next === "->") && plain.test(name) ? name : whole;
  });

const ofNames = /(?:^|\.)(?:select|order|columns|on_conflict)$/;
const ofConditions = /(?:^|\.)(?:and|or)$/;

/** @param search the query string @returns it without quotation marks around plain names */
export function withoutQuotedNames(search: string): string {
  if (!search.includes("%22") && !search.includes('"')) return search;
  const read = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(search)) {
    const name = everywhere(key);
    if (ofNames.test(name)) read.append(name, everywhere(value));
    else read.append(name, ofConditions.test(name) ? inConditions(value) : value);
  }
  return `?${read}`;
}
