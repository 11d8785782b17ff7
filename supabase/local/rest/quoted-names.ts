// Removes needless quotation marks from names: later checks see one spelling.
const plain = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_][A-Za-z0-9_]*$/;
const quotedText = /"((?:[^"\\]|\\.)*)"/g;

/** For parameters in which quotation marks enclose only names. */
const everywhere = (text: string): string =>
  text.replace(quotedText, (whole, name: string) => (plain.test(name) ? name : whole));

/** Conditions also quote values: a name starts its condition and precedes an operator. */
const inConditions = (text: string): string =>
  text.replace(quotedText, (whole, name: string, at: number) => {
    const begins = /(?:^|[(,]\s*)$/.test(text.slice(0, at));
    const next = text.slice(at + whole.length, at + whole.length + 2);
    return begins && (next.startsWith(".") || next === "->") && plain.test(name) ? name : whole;
  });

const ofNames = /(?:^|\.)(?:select|order|columns|on_conflict)$/;
const ofConditions = /(?:^|\.)(?:and|or)$/;

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
