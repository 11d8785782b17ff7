// A sample of tests/tools/policy-mutation.ts, the same on each machine; `npm run test:mutation` tries them all.
import { expect, test } from "vitest";
import { mutate } from "../tools/policy-mutation.ts";

test("P2 P4 every policy, trigger, grant and check of the sample is missed by a test when it is gone", async () => {
  const { tried, survived, stale } = await mutate({ step: 23, start: 5 });
  expect(tried).toBeGreaterThan(30);
  expect({ survived, stale }).toEqual({ survived: [], stale: [] });
}, 300_000);
