// PayPal's mass payment: a file without a heading, a line for each payment (address, amount,
// currency, reference, note), one currency in a file and 5,000 lines at most. From the rows on this
// device.
import type { Payout } from "../../../../../sync/schema/payouts.ts";
import { saveFile } from "../../../../ui/save-file.ts";

const MOST_LINES = 5000;

/** The amount as programs read it: with a point, and no decimals where the currency has none. */
export function amountOf({ amount_cents, currency }: Pick<Payout, "amount_cents" | "currency">): string {
  return currency === "JPY" ? String(amount_cents) : (amount_cents / 100).toFixed(2);
}

/**
 * @returns files by name. A text that a spreadsheet would take for a formula is defused with an
 * apostrophe: the names were typed by strangers, and whoever pays looks the file through first.
 */
async function payPalFiles(payouts: readonly Payout[]): Promise<Map<string, string>> {
  const { default: Papa } = await import("papaparse");
  const files = new Map<string, string>();
  for (const currency of new Set(payouts.map((p) => p.currency))) {
    const lines = payouts
      .filter((p) => p.currency === currency)
      .map((p) => [p.paypal_email, amountOf(p), p.currency, p.id, `Betaflock, ${p.tester_name}`]);
    for (let at = 0, part = 1; at < lines.length; at += MOST_LINES, part++) {
      const name = `paypal-${currency}${part > 1 ? `-${part}` : ""}.csv`;
      const text = Papa.unparse(lines.slice(at, at + MOST_LINES), { escapeFormulae: true, newline: "\r\n" });
      files.set(name, `${text}\r\n`);
    }
  }
  return files;
}

export async function savePayPalFiles(payouts: readonly Payout[]): Promise<void> {
  for (const [name, text] of await payPalFiles(payouts)) saveFile(name, new Blob([text], { type: "text/csv" }));
}
