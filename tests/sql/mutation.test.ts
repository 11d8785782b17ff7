// All mutants of tests/tools/policy-mutation.ts. A failure names each survivor and the file to
// extend.
import { expect, test } from "vitest";
import { groups, mutate } from "../tools/policy-mutation.ts";

test.each(Object.entries(groups))(
  "P2 P4 each %s is missed by a test when it is gone",
  async (_name, group) => {
    const { tried, survived, stale } = await mutate(group);
    expect(tried).toBeGreaterThan(100);
    expect({ survived, stale }).toEqual({ survived: [], stale: [] });
  },
  300_000,
);
