// Each injected fault finds the lines that it changes: one that finds nothing proves nothing.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, injectFault } from "../../simulation/injected-faults.ts";

test.each(Object.entries(faults))("O2 the injected fault %s finds its lines", (_name, fault) => {
  const text = readFileSync(new URL(`../../../${fault.file}`, import.meta.url), "utf8");
  expect(injectFault(fault, text)).not.toBe(text);
});
