import { expect, test } from "vitest";
import { type InfoOf, MAIN, root } from "../../../src/build/graph.ts";
import { sharedModules } from "../../../src/build/shared-modules.ts";

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

test("what pages share is told by their kinds, a first page apart; what one page loads is its own", () => {
  const shared = sharedModules(info);
  const kinds = Object.fromEntries([...shared].map(([id, all]) => [id, [...all].sort()]));
  expect(kinds).toEqual({
    card: ["tester", "testerHome"],
    table: ["developer", "tester"],
    icon: ["any", "developer", "tester"],
  });
  for (const [id, all] of shared) {
    for (const each of info(id)?.importedIds ?? [])
      expect(shared.get(each)).toEqual(new Set([...all, ...(shared.get(each) ?? [])]));
  }
});
