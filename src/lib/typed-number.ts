// Parses numbers and amounts in the user's language. Rejects ambiguous input instead of rounding
// it.

type NumberProblem = "not_a_number" | "separators" | "too_long";
/** Null for an empty field. */
export type TypedNumber = { ok: true; value: number | null } | { ok: false; problem: NumberProblem };

/** More digits exceed the precision of a number. */
const MOST_DIGITS = 15;
/** Characters, including separators and zeros. */
const LONGEST = 40;

export function inAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value % 10);
  });
}

const partsOf = (locale: string) => {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always", numberingSystem: "latn" }).formatToParts(
    12345.6,
  );
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: partOf("decimal") ?? ".", group: partOf("group") ?? "," };
};

/**
 * Parses a typed number. Groups must have three digits, and none begins with 0. A lone separator of
 * another language is a decimal separator when no other reading is valid (`12,50` and `0,125` in
 * English), because phones offer only the separator of their region.
 */
export function parseNumber(typed: string, locale: string): TypedNumber {
  const { decimal, group } = partsOf(locale);
  const text = inAsciiDigits(typed.normalize("NFKC").replace(/[\p{Cf}]/gu, ""))
    .trim()
    .replace(/^[\u2212\u2013]/u, "-")
    .replaceAll("\u066b", decimal)
    .replaceAll("\u066c", group);
  if (text === "") return { ok: true, value: null };
  if (text.length > LONGEST) return { ok: false, problem: "too_long" };
  // "2⁵" is not 25. A tab separates two cells of a spreadsheet.
  if (/[\p{No}\t\n]/u.test(typed.trim())) return { ok: false, problem: "not_a_number" };
  const split = /^([+-]?)([\d.,'’ ]*\d[\d.,'’ ]*)$/u.exec(text);
  if (!split) return { ok: false, problem: "not_a_number" };
  const [, sign = "", body = ""] = split;
  // Spaces and apostrophes can only be group separators.
  const spaces = /[ '’]/gu;
  if (spaces.test(body) && !/^[1-9]\d{0,2}([ '’]\d{3})+([.,]\d*)?$/u.test(body))
    return { ok: false, problem: "separators" };
  const number = body.replace(spaces, "");
  const grouped = new RegExp(`^[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  const plain = new RegExp(`^(\\d+(\\${decimal}\\d*)?|\\${decimal}\\d+)$`);
  const other = decimal === "." ? "," : ".";
  const ascii =
    plain.test(number) || grouped.test(number)
      ? number.replaceAll(group, "").replace(decimal, ".")
      : new RegExp(`^(\\d*\\${other}\\d{1,2}|0\\${other}\\d+)$`).test(number)
        ? number.replace(other, ".")
        : null;
  if (ascii === null) return { ok: false, problem: "separators" };
  if (ascii.replace(/\D|^0+/g, "").length > MOST_DIGITS) return { ok: false, problem: "too_long" };
  // Avoids -0.
  return { ok: true, value: Number(`${sign}${ascii}`) + 0 };
}

export const typedNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 15, numberingSystem: "latn" }).format(
    value,
  );
