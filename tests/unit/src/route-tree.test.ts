// Fails if a route was added without committing the generated tree, which the compiler needs.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

test("the generated tree has exactly the files of src/routes", () => {
  const tree = readFileSync(`${src}/route-tree.gen.ts`, "utf8");
  const files = readdirSync(`${src}/routes`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.split("/").at(-1)?.startsWith("-"))
    .sort();
  const inTree = [...tree.matchAll(/from "\.\/routes\/([^"]+)"/g)].map(([, file]) => file).sort();
  expect(files.length).toBeGreaterThan(40);
  expect(inTree).toEqual(files);
});
