import { expect, test } from "vitest";
import { currentPlace, itemsOf, navigation } from "../../../src/shell/navigation.ts";
import type { Role } from "../../../src/state/session.ts";

const marked = (role: Role, path: string, back: string | null = null) => currentPlace(role, path, back)?.to;

test("R8 a page marks the one place that it belongs to", () => {
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

test("R8 a page with a link back marks where that leads", () => {
  expect(marked("tester", "/tester/tests/7c1e", "/tester")).toBe("/tester");
  expect(marked("tester", "/tester/tests/7c1e", "/tester/tests")).toBe("/tester/tests");
  // Back to the workspace, which leads to the dashboard.
  expect(marked("tester", "/tester/tests/7c1e/report/9b2d", "/tester/tests/7c1e")).toBe("/tester");
  // A place of its own, wherever it leads.
  expect(marked("developer", "/developer/campaigns/create", "/developer/campaigns")).toBe(
    "/developer/campaigns/create",
  );
});

test("R8 the first group is the specification's, and a phone's bar has at most four places", () => {
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
