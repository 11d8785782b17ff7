// Writes CSV files. Most texts are untrusted, and spreadsheets run cells that look like formulas.

export type CsvCell = string | number | bigint | boolean | Date | null | undefined;

interface CsvOptions {
  /** False omits the header row. */
  header?: boolean;
  /** Excel needs it to detect UTF-8; payment systems reject it. */
  byteOrderMark?: boolean;
}

const plainNumber = /^-?\d+(\.\d+)?$/;
/** Includes full-width and small variants, which Excel normalizes. */
const signs = "=+\\-@＝﹦＋﹢－﹣＠﹫";
/** Characters that a spreadsheet skips before a formula. */
const skipped = /[\s\p{Cc}\p{Cf}]/u;
const atStart = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cc}\\p{Cf}]*[${signs}])`, "u");
const anySign = new RegExp(`[${signs}]`, "gu");

/**
 * A spreadsheet that expects another separator or quote splits a cell there, even inside quotes:
 * semicolons split `1,"a;=2"` so that one cell is `=2"`.
 */
function followsSeparator(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const character = text.charAt(before);
    if ('\r\n\t,;|"'.includes(character)) return true;
    if (!skipped.test(character)) return false;
  }
  return false;
}

function textOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  if (plainNumber.test(cell)) return cell;
  const defused = cell.replace(anySign, (sign, at: number) => (followsSeparator(cell, at) ? `'${sign}` : sign));
  return atStart.test(cell) ? `'${defused}` : defused;
}

/** Writes rows as CSV. An apostrophe keeps a spreadsheet from running a text as a formula. */
export async function csvOf(
  rows: readonly Readonly<Record<string, CsvCell>>[],
  { header = true, byteOrderMark = true }: CsvOptions = {},
): Promise<string> {
  const { default: Papa } = await import("papaparse");
  const fields = Object.keys(rows[0] ?? {});
  const data = rows.map((row) => fields.map((field) => textOf(row[field])));
  const lines = Papa.unparse(header ? [fields.map(textOf), ...data] : data, { newline: "\r\n" });
  return `${byteOrderMark ? "\ufeff" : ""}${lines}\r\n`;
}
