// Keeps comments readable in an editor that fills half a screen.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const widest = 100;

/** Lint directives must stay on one line. */
const isTooLong = (line: string) =>
  line.length > widest && /^\s*(\/\/|--|\/?\*|\{\/\*)/.test(line) && !line.includes("biome-ignore");

test("no comment line is wider than a hundred columns", () => {
  const files = ["src", "sync", "supabase", "tests", "public"].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
      // Generated files.
      .filter((name) => /(?<!\.gen)\.(ts|tsx|js|sql)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(isTooLong(`// ${"word ".repeat(30)}`)).toBe(true);
  const wide = files.flatMap((file) =>
    readFileSync(resolve(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
