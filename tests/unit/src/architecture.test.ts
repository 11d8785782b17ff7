// Imports must follow the arrows of the drawing in docs/architecture.md, and each arrow must match
// an import.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Import, importsOf, root, sources } from "../../fixtures/imports.ts";

const page = readFileSync(resolve(root, "docs/architecture.md"), "utf8");

function drawnArrows(markdown: string): [from: string, to: string][] {
  const drawing = /```mermaid\n([\s\S]*?)```/.exec(markdown)?.[1] ?? "";
  return [...drawing.matchAll(/^\s*([\w-]+) --> ([\w-]+)$/gm)].map(([, from = "", to = ""]) => [from, to]);
}

const arrows = drawnArrows(page);
const nodes = new Set(arrows.flat());

function nodeOf(file: string): string | null {
  const [, folder] = /^(?:src|sync|supabase)\/([\w-]+)\//.exec(file) ?? [];
  const name = folder ?? (file.startsWith("sync/") ? "sync" : null);
  return name !== null && nodes.has(name) ? name : null;
}

function reachable(from: string, found = new Set<string>()): Set<string> {
  for (const [start, end] of arrows) {
    if (start !== from || found.has(end)) continue;
    found.add(end);
    reachable(end, found);
  }
  return found;
}

const between = ["src", "sync", "supabase"]
  .flatMap(sources)
  .flatMap(importsOf)
  .flatMap((one: Import) => {
    const [from, to] = [nodeOf(one.from), nodeOf(one.to)];
    return from && to && from !== to ? [{ ...one, arrow: `${from} --> ${to}`, from, to, file: one.from }] : [];
  });

test("each import follows the arrows of docs/architecture.md", () => {
  expect(arrows.length).toBeGreaterThan(20);
  expect(between.length).toBeGreaterThan(500);
  const against = between.filter(({ from, to }) => !reachable(from).has(to));
  expect(against.map(({ arrow, file }) => `${arrow}: ${file}`)).toEqual([]);
});

test("each arrow of docs/architecture.md matches an import, and there are no cycles", () => {
  const real = new Set(between.map(({ arrow }) => arrow));
  expect(arrows.map(([from, to]) => `${from} --> ${to}`).filter((arrow) => !real.has(arrow))).toEqual([]);
  expect([...nodes].filter((node) => reachable(node).has(node))).toEqual([]);
});

test("docs/architecture.md names every folder of sync/ and src/", () => {
  const folders = ["src", "sync"].flatMap((top) =>
    sources(top).flatMap((file) => /^((?:src|sync)\/[\w-]+)\//.exec(file)?.[1] ?? []),
  );
  const missing = [...new Set(folders)].filter((folder) => {
    const [top = "", name = ""] = folder.split("/");
    return !page.includes(`\`${top}/${name}/`) && !page.includes(`, \`${name}/\``);
  });
  expect(missing).toEqual([]);
});
