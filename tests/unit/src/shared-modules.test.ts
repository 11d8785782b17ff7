import { expect, test } from "vitest";
import { type InfoOf, MAIN, root } from "../../../src/build/graph.ts";
import { nameOfKinds, sharedModules } from "../../../src/build/shared-modules.ts";

const routes = `${root}src/routes/_signed-in`;
/** Each module with what it imports, and what it fetches on demand. */
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

/** What two of their kinds of pages share, comes with all of them. */
const signedIn = ["account", "admin", "any", "developer", "tester"];

test("what pages share is told by their kinds, a first page apart; what one page loads is its own", () => {
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

test("a file is named after whom it is for, in few words", () => {
  expect(nameOfKinds(new Set([...signedIn, "store"]))).toBe("signedIn-store");
  expect(nameOfKinds(new Set(["testerHome", "tester"]))).toBe("tester-testerHome");
});
