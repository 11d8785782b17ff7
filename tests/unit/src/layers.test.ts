// Calls go down, data comes up only as live rows or as status. This reads every import of src/ and
// sync/ and fails on an upward or a sideways one.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Import, importsOf, root, sources, withoutComments } from "../../fixtures/imports.ts";

/** The folders of sync/, each using those before it. Its root is the entrance and uses all. */
const syncOrder = [
  "schema",
  "transport",
  "packages",
  "database",
  "outbox",
  "auth",
  "uploads",
  "catalog",
  "queries",
  "mutations",
  "replication",
] as const;
/** What of them the screens may use; only src/state uses the rest, through the entrance. */
const shown = ["schema", "result", "packages", "queries", "mutations"];

/** Which layer a file belongs to, and which layers that one may use besides itself. */
const layers: readonly [path: RegExp, name: string, uses: readonly string[]][] = [
  [/^sync\/transport\/result\.ts$/, "result", ["schema", "transport"]],
  ...syncOrder.map(
    (folder, at) =>
      [new RegExp(`^sync/${folder}/`), folder, [...syncOrder.slice(0, at), "result"]] as [RegExp, string, string[]],
  ),
  [/^sync\/[^/]+\.ts$/, "sync", [...syncOrder, "result"]],
  [/^src\/locales\//, "locales", []],
  [/^src\/i18n\//, "i18n", ["basics", "locales", "schema"]],
  [/^src\/state\//, "state", ["basics", "i18n", "sync", "result", ...syncOrder]],
  [/^src\/ui\//, "ui", ["basics", "i18n"]],
  [/^src\/features\/[^/]+\/screens\//, "screens", ["basics", "i18n", "ui", "state", "feature", "widgets", ...shown]],
  [/^src\/features\/[^/]+\/widgets\//, "widgets", ["basics", "i18n", "ui", "state", "feature", ...shown]],
  [/^src\/features\//, "feature", ["basics", "i18n", "ui", "state", ...shown]],
  [/^src\/shell\//, "shell", ["basics", "i18n", "ui", "state", "feature", "widgets", ...shown]],
  [/^src\/routes\//, "routes", ["basics", "i18n", "ui", "state", "feature", "shell", "screens", "schema"]],
  [/^src\/service-worker\//, "service-worker", ["basics"]],
  // Vite's part of the build: never in the app.
  [/^src\/build\//, "build", ["schema"]],
  [
    /^src\/(main|app|prerender|router|route-tree\.gen)\.tsx?$/,
    "top",
    ["basics", "i18n", "ui", "state", "shell", "routes"],
  ],
  [/^src\//, "basics", []],
];
const layerOf = (file: string) => layers.find(([path]) => path.test(file));
/** A screen is a folder; its parts are its own. */
const screenOf = (file: string) => /^src\/features\/[^/]+\/screens\/[^/]+\//.exec(file)?.[0];

function problem({ from, to, typeOnly }: Import): string | null {
  const [, own, uses] = layerOf(from) ?? [];
  const other = layerOf(to)?.[1];
  if (!own || !uses) return null;
  if (!other) return to.startsWith("src/") || to.startsWith("sync/") ? null : `${from} reaches outside, to ${to}`;
  if (own === "screens" && other === "screens") {
    return screenOf(from) === screenOf(to)
      ? null
      : `${from} uses another screen's part, ${to}: move it to the widgets of its feature`;
  }
  if (other === own || uses.includes(other)) return null;
  // Types cross the one bridge downwards without loading anything; upwards they would still turn
  // the layers round.
  if (typeOnly && to.startsWith("sync/") && ["screens", "widgets", "feature", "shell"].includes(own)) return null;
  return `${from} (${own}) must not import ${to} (${other})`;
}

test("imports go down only, and no screen uses another screen's parts", () => {
  const imports = [...sources("src"), ...sources("sync")].flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.map(problem).filter((p) => p !== null)).toEqual([]);
});

/**
 * Files that import each other, directly or through others: each is in one strongly connected part
 * (Tarjan).
 */
function circles(imports: readonly Pick<Import, "from" | "to">[]): string[][] {
  const uses = new Map<string, string[]>();
  for (const { from, to } of imports) uses.set(from, [...(uses.get(from) ?? []), to]);
  const seen = new Map<string, { index: number; low: number; open: boolean }>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    const own = { index: seen.size, low: seen.size, open: true };
    seen.set(file, own);
    open.push(file);
    for (const to of uses.get(file) ?? []) {
      const other = seen.get(to) ?? visit(to);
      if (other.open) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) {
      const part = open.splice(open.indexOf(file));
      for (const name of part) Object.assign(seen.get(name) ?? {}, { open: false });
      if (part.length > 1) found.push(part);
    }
    return own;
  };
  for (const file of uses.keys()) if (!seen.has(file)) visit(file);
  return found;
}

test("no files import each other in a circle, and no product code imports a test", () => {
  const product = [...sources("src"), ...sources("sync"), ...sources("supabase")].flatMap(importsOf);
  const round = ["a", "b", "c"].map((from, at) => ({ from, to: "bca"[at] ?? "" }));
  expect(circles(round)).toHaveLength(1);
  expect(circles([...round.slice(1), { from: "b", to: "d" }])).toEqual([]);
  expect(circles([...product, ...sources("tests").flatMap(importsOf)])).toEqual([]);
  expect(product.filter(({ to }) => to.startsWith("tests/"))).toEqual([]);
});

test("sync/ imports nothing of the screens, ui/ no domain word", () => {
  const upward = sources("sync")
    .flatMap(importsOf)
    .filter((i) => i.to.startsWith("src/"));
  expect(upward).toEqual([]);
  const words = /campaign|application|applicant|feedback|tester|developer|reward|payout/i;
  const spoken = sources("src/ui").filter((file) =>
    words.test(withoutComments(readFileSync(resolve(root, file), "utf8"))),
  );
  expect(spoken).toEqual([]);
});

test("only src/state opens the door to sync/", () => {
  const doors = sources("src")
    .flatMap(importsOf)
    .filter((i) => i.to === "sync/index.ts" && !i.typeOnly && !i.from.startsWith("src/state/"));
  expect(doors).toEqual([]);
});
