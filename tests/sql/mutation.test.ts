// All mutants of tests/tools/policy-mutation.ts. A failure names each that survived and the file where a line is missing.
import { expect, test } from "vitest";
import { mutate } from "../tools/policy-mutation.ts";

test("P2 P4 each policy, trigger, grant and check is missed by a test when it is gone", async () => {
  const { tried, survived, stale } = await mutate();
  expect(tried).toBeGreaterThan(1000);
  expect({ survived, stale }).toEqual({ survived: [], stale: [] });
}, 300_000);
