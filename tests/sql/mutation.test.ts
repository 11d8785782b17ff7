// All mutants of tests/tools/policy-mutation.ts. A failure names each survivor and the file to
// extend.
import { expect, test } from "vitest";
import { mutate } from "../tools/policy-mutation.ts";

test("P2 P4 each policy, trigger, grant and check is missed by a test when it is gone", async () => {
  const { tried, survived, stale } = await mutate();
  expect(tried).toBeGreaterThan(1000);
  expect({ survived, stale }).toEqual({ survived: [], stale: [] });
}, 300_000);
