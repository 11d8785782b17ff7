// Limits the packages that each first page loads: one careless import slows down every first visit.
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { root, withoutComments } from "../../fixtures/imports.ts";

/** Returns static imports, packages included. */
function importsOf(file: string): string[] {
  const code = withoutComments(readFileSync(resolve(root, file), "utf8"));
  return [...code.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^"';]*?from\s+)?"([^"]+)"/gm)]
    .filter(([all]) => !/^import \{(\s*type [^,}]+,?)+\s*\}/.test(all))
    .map(([, path = ""]) => (path.startsWith(".") ? relative(root, resolve(root, dirname(file), path)) : path));
}

function packagesOf(...pages: string[]): Set<string> {
  const packages = new Set<string>();
  const open = [...pages];
  const seen = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const each of importsOf(file)) {
      if (!/^(src|sync)\//.test(each)) packages.add(each);
      else if (/\.tsx?$/.test(each) && !seen.has(each)) {
        seen.add(each);
        open.push(each);
      }
    }
  }
  return packages;
}

const engine = ["rxdb", "dexie", "rxjs", "@supabase/supabase-js"];

test("the landing page loads neither the sync engine nor a validation library", () => {
  const packages = packagesOf("src/main.tsx", "src/features/public/screens/landing/landing.tsx");
  expect(packages).toContain("react-dom/client");
  for (const each of [...engine, "valibot", "@tanstack/react-virtual", "@headlessui/react"])
    expect(packages).not.toContain(each);
});

test("the App Store loads neither the sync engine nor a virtual list", () => {
  const packages = packagesOf(
    "src/main.tsx",
    "src/shell/catalog-frame.tsx",
    "src/features/catalog/screens/app-store/app-store.tsx",
  );
  for (const each of [...engine, "@tanstack/react-virtual", "@headlessui/react"]) expect(packages).not.toContain(each);
});

test("the tester's dashboard loads neither uploads nor Supabase's client", () => {
  const packages = packagesOf(
    "src/shell/app-shell.tsx",
    "src/features/dashboard/screens/tester/tester-dashboard.tsx",
    "sync/index.ts",
  );
  for (const each of ["@supabase/supabase-js", "@noble/hashes/sha2.js", "tus-js-client", "@tanstack/react-virtual"])
    expect(packages).not.toContain(each);
});
