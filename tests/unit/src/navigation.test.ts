import { expect, test } from "vitest";
import { currentPlace, itemsOf, navigation } from "../../../src/shell/navigation.ts";
import type { Role } from "../../../src/state/session.ts";

const marked = (role: Role, path: string, back: string | null = null) => currentPlace(role, path, back)?.to;

test("R8 a page highlights its one place in the navigation", () => {
  expect(marked("developer", "/developer")).toBe("/developer");
  expect(marked("developer", "/developer/campaigns")).toBe("/developer/campaigns");
  expect(marked("developer", "/developer/campaigns/7c1e/edit")).toBe("/developer/campaigns");
  expect(marked("developer", "/developer/campaigns/create")).toBe("/developer/campaigns/create");
  expect(marked("developer", "/developer/apps/7c1e")).toBe("/developer/apps");
  expect(marked("developer", "/notifications")).toBe("/notifications");
  expect(marked("tester", "/tester/tests/7c1e")).toBe("/tester/tests");
  expect(marked("tester", "/tester/feedback")).toBe("/tester/feedback");
  expect(marked("admin", "/account")).toBeUndefined();
});

test("R8 a page with a back link highlights that link's target", () => {
  expect(marked("tester", "/tester/tests/7c1e", "/tester")).toBe("/tester");
  expect(marked("tester", "/tester/tests/7c1e", "/tester/tests")).toBe("/tester/tests");
  // Back to the workspace, which is under the dashboard.
  expect(marked("tester", "/tester/tests/7c1e/report/9b2d", "/tester/tests/7c1e")).toBe("/tester");
  // The page has its own entry, so the back link does not matter.
  expect(marked("developer", "/developer/campaigns/create", "/developer/campaigns")).toBe(
    "/developer/campaigns/create",
  );
});

test("R8 the first group matches the specification, and a phone's bar has at most four entries", () => {
  const paths = (role: Role) => navigation[role].main.map(({ to }) => to);
  expect(paths("tester")).toEqual(["/tester", "/tester/tests", "/tester/profile", "/apps"]);
  expect(paths("developer")).toEqual([
    "/developer",
    "/developer/campaigns",
    "/developer/campaigns/create",
    "/developer/profile",
    "/developer/storage",
    "/apps",
  ]);
  expect(paths("admin")).toEqual(["/admin", "/admin/users", "/admin/settings", "/apps"]);
  for (const role of ["tester", "developer", "admin"] as const) {
    const bar = itemsOf(role).filter((item) => item.bar);
    expect(bar.length).toBe(4);
  }
  expect(
    itemsOf("tester")
      .filter((item) => item.bar)
      .map(({ to }) => to),
  ).toContain("/tester/rewards");
});
