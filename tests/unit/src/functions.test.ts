// On Supabase each function's own deno.json must list every package that it imports, also through
// _shared/, in the version of this repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { lookUp } from "../../../supabase/functions/_shared/look-up.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = resolve(root, "supabase/functions");
const functions = readdirSync(folder).filter((name) => existsSync(resolve(folder, name, "index.ts")));

/** Returns packages that a file imports, directly or through other files. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?!type\s)[^"';=]*?\sfrom\s+"([^"]+)";$/gm);
  return [...imports]
    .filter(([, name = ""]) => !name.startsWith("node:"))
    .flatMap(([, name = ""]) => (name.startsWith(".") ? packagesOf(resolve(dirname(file), name), seen) : [name]));
}

/** Maps a module inside a package to the package's name and a slash. */
const namedAs = (name: string): string => {
  const [, whole = name, within] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(name) ?? [];
  return within ? `${whole}/` : whole;
};
const address = (name: string): string =>
  name.endsWith("/") ? `npm:/${name.slice(0, -1)}@${installed(name.slice(0, -1))}/` : `npm:${name}@${installed(name)}`;
const installed = (name: string): string =>
  (JSON.parse(readFileSync(resolve(root, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;

test.each(functions)("the function %s lists its packages", (name) => {
  const config = resolve(folder, name, "deno.json");
  const named: unknown = existsSync(config) ? JSON.parse(readFileSync(config, "utf8")) : { imports: {} };
  const packages = [...new Set(packagesOf(resolve(folder, name, "index.ts")).map(namedAs))];
  expect(named).toEqual({
    imports: Object.fromEntries(packages.map((each) => [each, address(each)])),
  });
});

test("functions call the project with ownFetch, which the embedded server limits, and others with fetch", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const foreign = files.filter((name) => /(?<![\w.])fetch\(/.test(readFileSync(resolve(folder, name), "utf8")));
  expect(foreign.sort()).toEqual(["install/registration.ts", "push/handler.ts"]);
});

test("P2 V5 tables with keys from requests are read with lookUp, so that `__proto__` finds nothing", () => {
  const declared = /(?:const|readonly) (\w+): (?:Readonly<|Partial<)?Record<string,/g;
  const asked = ["supabase/functions", "supabase/local", "sync/files"].flatMap((part) => {
    const place = resolve(root, part);
    const files = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    return files.flatMap((name) => {
      const text = readFileSync(resolve(place, name), "utf8");
      const tables = [...text.matchAll(declared)].map(([, table]) => table);
      return tables
        .filter((table) => new RegExp(`\\b${table}\\[(?!")|\\bin ${table}\\b`).test(text))
        .map((table) => `${part}/${name} ${table}`);
    });
  });
  // `everywhere` takes the operator's listen address; `kinds` is read with Object.hasOwn.
  expect(asked).toEqual(["supabase/local/backend.ts everywhere", "sync/files/file-types.ts kinds"]);
  for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    expect(lookUp({ known: 1 }, key)).toBeUndefined();
  expect(lookUp({ known: 1 }, "known")).toBe(1);
});
