import { expect, test } from "vitest";
import { chunkOf } from "../../../src/build/chunks.ts";
import { type InfoOf, MAIN, root } from "../../../src/build/graph.ts";

const routes = `${root}src/routes`;
/** Each module with its static and dynamic imports. */
const modules: Readonly<Record<string, [imports: string[], fetches?: string[]]>> = {
  [MAIN]: [[`${routes}/index.tsx`, `${routes}/tests.tsx`, `${routes}/apps.tsx`]],
  [`${routes}/index.tsx`]: [[], ["landing"]],
  [`${routes}/tests.tsx`]: [[], ["tests"]],
  [`${routes}/apps.tsx`]: [[], ["apps"]],
  landing: [["card", "picture"]],
  tests: [["card", "table"]],
  apps: [["table", "chart"], ["dialog"]],
  dialog: [["icon"]],
  card: [["icon"]],
  picture: [[]],
  table: [["icon"]],
  icon: [[]],
  chart: [[]],
};
const info: InfoOf = (id) => {
  const [importedIds, dynamicallyImportedIds = []] = modules[id] ?? [[]];
  return { importedIds, dynamicallyImportedIds };
};

test("a module loads with the first page that imports it, apart from modules that later pages share", () => {
  const pages = { landing: ["routes/index."], tests: ["routes/tests."], apps: ["routes/apps."] };
  const chunk = chunkOf(pages, info);
  const chunks = Object.fromEntries(
    ["picture", "card", "icon", "table", "chart", "dialog"].map((id) => [id, chunk(id)]),
  );
  expect(chunks).toEqual({
    picture: "landing",
    card: "landing-shared",
    icon: "landing-shared",
    table: "tests-shared",
    chart: "apps",
    dialog: null,
  });
});
