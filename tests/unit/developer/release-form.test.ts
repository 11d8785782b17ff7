import { expect, test } from "vitest";
import { emptyRelease, releaseInput } from "../../../src/features/catalog/screens/developer-app/release-values.ts";

const initial = { ...emptyRelease, version: "1.2", notes: "Old", last_day: "2026-12-24" };
const edited = { ...initial, notes: "New" };

test("B4 S20 sends the end of a release only if its last day changed", () => {
  expect(releaseInput(edited, initial, "published")).toEqual({ notes: "New" });
  expect(releaseInput(edited, initial, "draft")).not.toHaveProperty("expires_at");
  expect(releaseInput(initial, emptyRelease, "draft").expires_at).toMatch(/^2026-12-2/);
  expect(releaseInput({ ...initial, last_day: "" }, initial, "published")).toEqual({ notes: "Old", expires_at: null });
});

test.each(["expired", "withdrawn"] as const)("B4 S20 sends only the notes of an %s release", (status) => {
  expect(releaseInput({ ...edited, last_day: "2027-01-01" }, initial, status)).toEqual({ notes: "New" });
});
