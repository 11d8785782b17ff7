// CSV exports: text of other users must not run as a formula in a spreadsheet.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { payPalFiles } from "../../../src/features/rewards/screens/payouts/paypal-file.ts";
import { type CsvCell, csvOf } from "../../../src/lib/csv.ts";
import type { Payout } from "../../../sync/schema/payouts.ts";

/** Writes a cell in the middle of a row and reads it back with an independent parser. */
async function written(cell: CsvCell): Promise<string | undefined> {
  const text = await csvOf([{ before: "x", cell, after: "y" }]);
  return Papa.parse<string[]>(text.slice(1)).data[1]?.[1];
}

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫"];
const before = [
  "",
  " ",
  "\t",
  "\r",
  "\n",
  "\r\n",
  "\u200b",
  "\ufeff",
  "\0",
  "a\n",
  "a\r",
  "a,",
  "a;",
  "a\t",
  "a|",
  'a"',
  "a; ",
  '";"',
];

/** Splits at every separator that spreadsheets use, and ignores quotes. */
const startsOfCells = (text: string) => text.split(/[,;|\t\r\n"]/).map((cell) => cell.replace(/^[\s\p{C}]+/u, ""));

test.each(before)("S19 no formula starts after %j", async (lead) => {
  for (const sign of signs) {
    for (const rest of ["cmd|' /C calc'!A0", 'HYPERLINK("https://e.test")', "1+1\nmore", "x"]) {
      const text = await csvOf([{ x: 1, cell: `${lead}${sign}${rest}` }]);
      const cells = startsOfCells(text);
      expect(
        cells.filter((cell) => signs.includes(cell[0] ?? "")),
        JSON.stringify(text),
      ).toEqual([]);
    }
  }
});

test("S19 escapes texts that start with a tab or line break, and column names", async () => {
  for (const cell of ["\tx", "\rx", "\nx"]) expect(await written(cell)).toBe(`'${cell}`);
  expect(await csvOf([{ "=1": "a" }])).toBe("\ufeff'=1\r\na\r\n");
});

test("S19 writes every other kind of cell unchanged", async () => {
  const cells: [CsvCell, string][] = [
    ...([
      [-12.5, "-12.5"],
      [0, "0"],
      [12n, "12"],
      ["-12.50", "-12.50"],
      ["20.00", "20.00"],
    ] as [CsvCell, string][]),
    ...([
      [true, "true"],
      [false, "false"],
      [null, ""],
      [undefined, ""],
    ] as [CsvCell, string][]),
    [new Date("2026-11-29T08:00:00Z"), "2026-11-29T08:00:00.000Z"],
    ["2026-11-29T08:00:00.000-05:00", "2026-11-29T08:00:00.000-05:00"],
    ["sean.o'brien@a.test", "sean.o'brien@a.test"],
    ['He said "yes", then left\nwell-known', 'He said "yes", then left\nwell-known'],
    ["👩‍🚀 Ñu", "👩‍🚀 Ñu"],
  ];
  for (const [cell, text] of cells) expect(await written(cell)).toBe(text);
  expect(await csvOf([])).toBe("\ufeff\r\n");
});

test("S19 a text of only line breaks takes no longer than others", async () => {
  const start = process.cpuUsage();
  await csvOf([{ details: `${"\n".repeat(200_000)}x`, more: ", ".repeat(100_000) }]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});

test("S19 the file for PayPal is escaped too, and has no heading or byte order mark", async () => {
  const payout = {
    ...{ id: "p1", paypal_email: "=1@p.test", amount_cents: 1250, currency: "EUR" },
    tester_name: "Eve\n=1+1",
  } as Payout;
  const files = await payPalFiles([payout]);
  expect([...files]).toEqual([["paypal-EUR.csv", `'=1@p.test,12.50,EUR,p1,"Betaflock, Eve\n'=1+1"\r\n`]]);
});

test("no other code writes CSV", () => {
  const root = join(import.meta.dirname, "../../..");
  const writers = ["src", "sync", "supabase/functions"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && readFileSync(join(root, folder, file), "utf8").includes("unparse("))
      .map((file) => `${folder}/${file}`),
  );
  expect(writers).toEqual(["src/lib/csv.ts"]);
});
