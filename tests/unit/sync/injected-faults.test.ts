// Each injected fault must change the lines that it looks for: a fault that changes nothing proves
// nothing.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults, injectFault } from "../../simulation/injected-faults.ts";

test.each(Object.entries(faults))("O2 the injected fault %s matches its lines", (_name, fault) => {
  const text = readFileSync(new URL(`../../../${fault.file}`, import.meta.url), "utf8");
  expect(injectFault(fault, text)).not.toBe(text);
});
