// PayPal mass payment files: no header, one line per payment (address, amount, currency, reference,
// note), one currency and at most 5,000 lines per file. Built from local rows.

import { csvOf } from "#lib/csv.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import { saveFile } from "#ui/save-file.ts";

const MOST_LINES = 5000;

/** Machine-readable amount: decimal point, and no decimals for currencies without them. */
export function amountOf({ amount_cents, currency }: Pick<Payout, "amount_cents" | "currency">): string {
  return currency === "JPY" ? String(amount_cents) : (amount_cents / 100).toFixed(2);
}

/** @returns files by name */
export async function payPalFiles(payouts: readonly Payout[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const currency of new Set(payouts.map((p) => p.currency))) {
    const lines = payouts
      .filter((p) => p.currency === currency)
      .map((p) => ({
        address: p.paypal_email,
        amount: amountOf(p),
        currency: p.currency,
        reference: p.id,
        note: `Betaflock, ${p.tester_name}`,
      }));
    for (let at = 0, part = 1; at < lines.length; at += MOST_LINES, part++) {
      const name = `paypal-${currency}${part > 1 ? `-${part}` : ""}.csv`;
      files.set(name, await csvOf(lines.slice(at, at + MOST_LINES), { header: false, byteOrderMark: false }));
    }
  }
  return files;
}

export async function savePayPalFiles(payouts: readonly Payout[]): Promise<void> {
  for (const [name, text] of await payPalFiles(payouts)) saveFile(name, new Blob([text], { type: "text/csv" }));
}
