// The ways to break replication on purpose find what they break: one that finds nothing would prove
// nothing.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breaks, breakText } from "../../simulation/injected-faults.ts";

test.each(Object.entries(breaks))("O2 the break %s finds its lines", (_name, broken) => {
  const text = readFileSync(new URL(`../../../${broken.file}`, import.meta.url), "utf8");
  expect(breakText(broken, text)).not.toBe(text);
});
