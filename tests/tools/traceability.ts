// `npm run test:traceability`: compares the ids in docs/requirements.md with those at the beginning
// of test titles. Also a step of `npm test`. Tests that only run nightly do not count
// (CONTRIBUTING.md, "Long tests").
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const tests = fileURLToPath(new URL("..", import.meta.url));
const page = fileURLToPath(new URL("../../docs/requirements.md", import.meta.url));

/** The ids of the requirements, in the order of the page. */
export const requirementIds = (): string[] =>
  [...readFileSync(page, "utf8").matchAll(/^\| ([A-Z]\d{1,2}) +\|/gm)].map(([, id = ""]) => id);

/**
 * Finds the ids at the beginning of titles, in test("…") and in tables of cases. A mark after the
 * title makes a test long.
 */
function idsIn(source: string): { id: string; isLong: boolean }[] {
  const titles = source.matchAll(/(["'`])((?:[A-Z]\d{1,2} )+)\S.*?\1(,\s*(?:long\b|\{\s*\.\.\.long\b))?/g);
  return [...titles].flatMap(([, , ids = "", mark]) =>
    ids
      .trim()
      .split(" ")
      .map((id) => ({ id, isLong: mark !== undefined })),
  );
}

/**
 * @returns requirements without a test, and ids in titles without a requirement
 */
export function compareIds(): { untested: string[]; unknown: string[] } {
  const required = requirementIds();
  const found = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$|\.test\.sql$/.test(name))
    .flatMap((name) => idsIn(readFileSync(join(tests, name), "utf8")));
  const proved = new Set(found.filter(({ isLong }) => !isLong).map(({ id }) => id));
  const letters = new Set(required.map((id) => id.charAt(0)));
  const unknown = found.map(({ id }) => id).filter((id) => letters.has(id.charAt(0)) && !required.includes(id));
  return { untested: required.filter((id) => !proved.has(id)), unknown: [...new Set(unknown)] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { untested, unknown } = compareIds();
  const lines = [
    ...(untested.length > 0 ? [`Requirements without a test: ${untested.join(" ")}`] : []),
    ...(unknown.length > 0 ? [`Test titles with unknown ids: ${unknown.join(" ")}`] : []),
  ];
  process.stdout.write(`${lines.join("\n") || "Every requirement has a test."}\n`);
  process.exit(lines.length === 0 ? 0 : 1);
}
