import { expect, test } from "vitest";
import { isCurrent, navigation } from "../../../src/shell/navigation.ts";
import type { Role } from "../../../src/state/session.ts";

const marked = (role: Role, path: string) =>
  [...navigation[role].main, ...navigation[role].work].filter((item) => isCurrent(item, path)).map((item) => item.to);

test("R8 a page marks the one place that it belongs to", () => {
  expect(marked("developer", "/developer")).toEqual(["/developer"]);
  expect(marked("developer", "/developer/campaigns")).toEqual(["/developer/campaigns"]);
  expect(marked("developer", "/developer/campaigns/7c1e/edit")).toEqual(["/developer/campaigns"]);
  expect(marked("developer", "/developer/campaigns/create")).toEqual(["/developer/campaigns/create"]);
  expect(marked("developer", "/developer/apps/7c1e")).toEqual(["/developer/apps"]);
  expect(marked("tester", "/tester/tests/7c1e")).toEqual(["/tester/tests"]);
  expect(marked("tester", "/tester/tests/7c1e/report/9b2d")).toEqual(["/tester/feedback"]);
  expect(marked("tester", "/tester/feedback")).toEqual(["/tester/feedback"]);
  expect(marked("admin", "/account")).toEqual([]);
});
