/**
 * Rows as a CSV file. Text that a spreadsheet would take for a formula is defused with an
 * apostrophe: it is written by strangers, and `=HYPERLINK(…)` must not come alive on the desk of
 * whoever opens it. With a byte order mark, or Excel breaks every accent.
 */
export async function csvOf(rows: readonly object[]): Promise<string> {
  const { default: Papa } = await import("papaparse");
  return `\ufeff${Papa.unparse([...rows], { escapeFormulae: true, newline: "\r\n" })}\r\n`;
}
