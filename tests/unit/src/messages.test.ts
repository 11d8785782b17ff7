// Both catalogs have every text of the source; Spanish has translations with the same placeholders.
import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { expect, test } from "vitest";

interface Entry {
  message?: string;
  translation?: string;
  obsolete?: boolean;
}

async function catalogue(locale: string): Promise<Map<string, Entry>> {
  const text = readFileSync(new URL(`../../../src/locales/${locale}.po`, import.meta.url), "utf8");
  const parsed = (await formatter({ lineNumbers: false }).parse(text, {
    locale,
    sourceLocale: "en",
    filename: `${locale}.po`,
  })) as Record<string, Entry>;
  return new Map(Object.entries(parsed).filter(([, entry]) => !entry.obsolete));
}

/** Returns placeholders in braces and tags. Words inside a plural may differ per language. */
const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<\/?(\d+)\/?>/g)].map(([, name, tag]) => name ?? `<${tag}>`))].sort();

test("S30 every text exists in Spanish, with the placeholders of the English one", async () => {
  const [en, es] = [await catalogue("en"), await catalogue("es")];
  expect(en.size).toBeGreaterThan(200);
  expect([...es.keys()].sort()).toEqual([...en.keys()].sort());
  const missing = [...es].filter(([, entry]) => !entry.translation).map(([, entry]) => entry.message);
  expect(missing).toEqual([]);
  for (const [id, { message = "" }] of en) {
    expect(holes(es.get(id)?.translation ?? ""), message).toEqual(holes(message));
  }
});

test("S30 Spanish uses tú, never usted", async () => {
  const es = await catalogue("es");
  const formal = /\b(usted|ustedes|(?<!eliminó )su cuenta|sus datos|haga clic|introduzca|inténtelo|seleccione)\b/i;
  expect([...es.values()].map((e) => e.translation ?? "").filter((text) => formal.test(text))).toEqual([]);
});
