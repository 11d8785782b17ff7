// `npm run test:traceability`: the rows of the checklist that no test proves, by the ids with which
// the titles of tests begin; also a step of `npm test`. A title proves each row that it names,
// unless its test runs only each night (CONTRIBUTING.md, "Long tests"). The rows' words stand in
// the project's specification.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** How many rows each letter has. */
const letters = { R: 9, S: 30, T: 13, V: 5, P: 4, C: 12, X: 1, K: 1, O: 4, B: 13 } as const;
const tests = fileURLToPath(new URL("..", import.meta.url));

/**
 * Titles in test("…") and in the tables that test files hand to test(): every id that a string
 * begins with. What is behind a title of a long test is its mark.
 */
function idsIn(source: string): string[] {
  const titles = source.matchAll(/(["'`])((?:[A-Z]\d{1,2} )+)\S.*?\1(,\s*(?:long\b|\{\s*\.\.\.long\b))?/g);
  return [...titles].flatMap(([, , ids = "", mark]) => (mark ? [] : ids.trim().split(" ")));
}

/**
 * @returns the ids without a test, in the order of the checklist
 */
export function rowsWithoutTest(): string[] {
  const proved = new Set<string>();
  for (const name of readdirSync(tests, { recursive: true, encoding: "utf8" }))
    if (/\.test\.tsx?$|\.test\.sql$/.test(name))
      for (const id of idsIn(readFileSync(join(tests, name), "utf8"))) proved.add(id);
  const all = Object.entries(letters).flatMap(([letter, n]) =>
    Array.from({ length: n }, (_, i) => `${letter}${i + 1}`),
  );
  return all.filter((id) => !proved.has(id));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const missing = rowsWithoutTest();
  process.stdout.write(
    missing.length === 0 ? "Every row has a test.\n" : `Rows without a test: ${missing.join(" ")}\n`,
  );
  process.exit(missing.length === 0 ? 0 : 1);
}
