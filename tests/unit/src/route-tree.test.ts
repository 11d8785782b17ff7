// Vite's plugin generates the tree of routes while developing and building. It is kept in git so
// that the compiler knows it: this fails when a route was added and its tree was not committed.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

test("the generated tree has every file of src/routes, and no other", () => {
  const tree = readFileSync(`${src}/route-tree.gen.ts`, "utf8");
  const files = readdirSync(`${src}/routes`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.split("/").at(-1)?.startsWith("-"))
    .sort();
  const inTree = [...tree.matchAll(/from "\.\/routes\/([^"]+)"/g)].map(([, file]) => file).sort();
  expect(files.length).toBeGreaterThan(40);
  expect(inTree).toEqual(files);
});
