import { expect, test } from "vitest";
import { type InfoOf, MAIN, root } from "../../../src/build/graph.ts";
import { nameOfKinds, sharedModules } from "../../../src/build/shared-modules.ts";

const routes = `${root}src/routes/_signed-in`;
/** Each module with its static and dynamic imports. */
const modules: Readonly<Record<string, [imports: string[], fetches?: string[]]>> = {
  [MAIN]: [[`${routes}/tester/index.tsx`, `${routes}/tester/tests.tsx`, `${routes}/developer/apps.tsx`]],
  [`${routes}/tester/index.tsx`]: [[], ["home"]],
  [`${routes}/tester/tests.tsx`]: [[], ["tests"]],
  [`${routes}/developer/apps.tsx`]: [[], ["apps"]],
  home: [["card"]],
  tests: [["card", "table"]],
  apps: [["table", "chart"], ["dialog"]],
  dialog: [["icon"]],
  card: [[]],
  table: [["icon"]],
  icon: [[]],
  chart: [[]],
};
const info: InfoOf = (id) => {
  const [importedIds, dynamicallyImportedIds = []] = modules[id] ?? [[]];
  return { code: "", importedIds, dynamicallyImportedIds };
};

/** Kinds of pages after login; modules that two of them share load with all of them. */
const signedIn = ["account", "admin", "any", "developer", "tester"];

test("shared modules are grouped by kind of page, first pages separately; a module of one page stays its own", () => {
  const shared = sharedModules(info);
  const kinds = Object.fromEntries([...shared].map(([id, all]) => [id, [...all].sort()]));
  expect(kinds).toEqual({
    card: ["tester", "testerHome"],
    table: signedIn,
    icon: signedIn,
  });
  for (const [id, all] of shared) {
    for (const each of info(id)?.importedIds ?? [])
      expect(shared.get(each)).toEqual(new Set([...all, ...(shared.get(each) ?? [])]));
  }
});

test("file names say in a few words which pages use them", () => {
  expect(nameOfKinds(new Set([...signedIn, "store"]))).toBe("signedIn-store");
  expect(nameOfKinds(new Set(["testerHome", "tester"]))).toBe("tester-testerHome");
});
