import { expect, test } from "vitest";
import { compareIds, requirementIds } from "../../tools/traceability.ts";

test("each id in a test title is a row of docs/requirements.md, and each row has a test", () => {
  const ids = requirementIds();
  expect(ids.length).toBeGreaterThan(80);
  expect(new Set(ids).size).toBe(ids.length);
  expect(compareIds()).toEqual({ untested: [], unknown: [] });
});
