// Checks that imports in src/ and sync/ point down: calls go down, data comes up as live rows or
// status.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Import, importsOf, root, sources, withoutComments } from "../../fixtures/imports.ts";

/** Folders of sync/: each may use those before it. The root may use all. */
const syncOrder = [
  "inputs",
  "files",
  "schema",
  "tasks",
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
/** Folders that screens may use. Only src/state uses the rest, through sync/index.ts. */
const shown = ["inputs", "schema", "tasks", "result", "files", "packages", "queries", "mutations"];

/** Maps files to layers, and each layer to the other layers that it may use. */
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
  [/^src\/ui\//, "ui", ["basics", "i18n", "inputs"]],
  [/^src\/features\/[^/]+\/screens\//, "screens", ["basics", "i18n", "ui", "state", "feature", "widgets", ...shown]],
  [/^src\/features\/[^/]+\/widgets\//, "widgets", ["basics", "i18n", "ui", "state", "feature", ...shown]],
  [/^src\/features\//, "feature", ["basics", "i18n", "ui", "state", ...shown]],
  [/^src\/shell\//, "shell", ["basics", "i18n", "ui", "state", "feature", "widgets", ...shown]],
  [/^src\/routes\//, "routes", ["basics", "i18n", "ui", "state", "feature", "shell", "screens", "schema"]],
  [/^src\/service-worker\//, "service-worker", ["basics"]],
  // Build plugins of Vite; never part of the app.
  [/^src\/build\//, "build", ["schema"]],
  [
    /^src\/(main|app|prerender|router|route-tree\.gen)\.tsx?$/,
    "top",
    ["basics", "i18n", "ui", "state", "shell", "routes"],
  ],
  [/^src\//, "basics", []],
];
const layerOf = (file: string) => layers.find(([path]) => path.test(file));
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
  // Type imports load nothing, so they may cross downwards; upwards they would still reverse the
  // layers.
  if (typeOnly && to.startsWith("sync/") && ["screens", "widgets", "feature", "shell"].includes(own)) return null;
  return `${from} (${own}) must not import ${to} (${other})`;
}

test("imports point down, and no screen uses another screen's parts", () => {
  const imports = [...sources("src"), ...sources("sync")].flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.map(problem).filter((p) => p !== null)).toEqual([]);
});

test("no two features import each other", () => {
  const featureOf = (file: string) => /^src\/features\/([\w-]+)\//.exec(file)?.[1] ?? "";
  const arrows = sources("src/features")
    .flatMap(importsOf)
    .map(({ from, to }) => [featureOf(from), featureOf(to)] as const)
    .filter(([from, to]) => to !== "" && from !== to);
  const names = new Set(arrows.map(([from, to]) => `${from} → ${to}`));
  expect(names.size).toBeGreaterThan(20);
  expect(arrows.filter(([from, to]) => names.has(`${to} → ${from}`))).toEqual([]);
});

/** Folders of the embedded server: each may use those before it. The root may use all. */
const serverOrder = [
  ...["common", "database", "auth", "rest", "realtime", "storage", "lite"],
  ...["functions", "http", "samples"],
];
const serverFolderOf = (file: string) => /^supabase\/local\/([\w-]+)\//.exec(file)?.[1];

test("the embedded server's imports point down: http, services, database, common", () => {
  const imports = sources("supabase/local")
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith("supabase/local/"));
  const folders = new Set(imports.flatMap(({ from }) => serverFolderOf(from) ?? []));
  expect([...folders].sort()).toEqual([...serverOrder].sort());
  // -1: the root.
  const heightOf = (file: string) => serverOrder.indexOf(serverFolderOf(file) ?? "");
  const upward = imports.filter(({ from, to }) => {
    const [own, other] = [heightOf(from), heightOf(to)];
    return own !== -1 && (other === -1 || other > own);
  });
  expect(upward.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([]);
});

/** Groups files that import each other, as strongly connected components (Tarjan). */
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

test("imports have no cycles, and no product code imports a test", () => {
  const product = [...sources("src"), ...sources("sync"), ...sources("supabase")].flatMap(importsOf);
  const round = ["a", "b", "c"].map((from, at) => ({ from, to: "bca"[at] ?? "" }));
  expect(circles(round)).toHaveLength(1);
  expect(circles([...round.slice(1), { from: "b", to: "d" }])).toEqual([]);
  expect(circles([...product, ...sources("tests").flatMap(importsOf)])).toEqual([]);
  expect(product.filter(({ to }) => to.startsWith("tests/"))).toEqual([]);
});

test("sync/ imports nothing from screens, and ui/ no domain words", () => {
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

test("src/ imports distant files by their alias", () => {
  const long = sources("src").filter((file) =>
    /(?:from|import\() ?"(?:\.\.\/){3,}(?!supabase|tests)/.test(readFileSync(resolve(root, file), "utf8")),
  );
  expect(long).toEqual([]);
});

test("only src/state imports sync/index.ts", () => {
  const doors = sources("src")
    .flatMap(importsOf)
    .filter((i) => i.to === "sync/index.ts" && !i.typeOnly && !i.from.startsWith("src/state/"));
  expect(doors).toEqual([]);
});
