// On Supabase a function finds a package only if its own deno.json names it: every package that a
// function imports, also through _shared/, must be there in the version of this repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const folder = resolve(root, "supabase/functions");
const functions = readdirSync(folder).filter((name) => existsSync(resolve(folder, name, "index.ts")));

/** The packages that a file imports, directly or through other files. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?!type\s)[^"';=]*?\sfrom\s+"([^"]+)";$/gm);
  return [...imports]
    .filter(([, name = ""]) => !name.startsWith("node:"))
    .flatMap(([, name = ""]) => (name.startsWith(".") ? packagesOf(resolve(dirname(file), name), seen) : [name]));
}

/** Of a module within a package, the package's name and a slash: all that is in it. */
const namedAs = (name: string): string => {
  const [, whole = name, within] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(name) ?? [];
  return within ? `${whole}/` : whole;
};
const address = (name: string): string =>
  name.endsWith("/") ? `npm:/${name.slice(0, -1)}@${installed(name.slice(0, -1))}/` : `npm:${name}@${installed(name)}`;
const installed = (name: string): string =>
  (JSON.parse(readFileSync(resolve(root, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;

test.each(functions)("the function %s names the packages that it imports", (name) => {
  const config = resolve(folder, name, "deno.json");
  const named: unknown = existsSync(config) ? JSON.parse(readFileSync(config, "utf8")) : { imports: {} };
  const packages = [...new Set(packagesOf(resolve(folder, name, "index.ts")).map(namedAs))];
  expect(named).toEqual({
    imports: Object.fromEntries(packages.map((each) => [each, address(each)])),
  });
});

test("functions ask the project by ownFetch, which the embedded server bounds, and others by fetch", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const foreign = files.filter((name) => /(?<![\w.])fetch\(/.test(readFileSync(resolve(folder, name), "utf8")));
  expect(foreign.sort()).toEqual(["install/registration.ts", "push/handler.ts"]);
});
