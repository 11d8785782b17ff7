// Checks the Dockerfile without Docker: copied files exist, and the last stage has all that the
// server imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const dockerfile = readFileSync(resolve(root, "Dockerfile"), "utf8");
const manifest = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
  scripts: { start: string };
};
const lastStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

const imports = ["supabase/local", "supabase/functions"].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|js)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(resolve(root, folder, file), "utf8").matchAll(
        /^(?:import|export)\s(?!type\s)(?:[^"';=]*?\sfrom\s)?"([^"]+)";$/gm,
      ),
    ])
    .map(([, name = ""]) => name),
);

test("the image copies existing files and starts the same command as npm start", () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  expect(copied).toContain("supabase");
  expect(copied.filter((name) => !existsSync(resolve(root, name)))).toEqual([]);
  const command: unknown = JSON.parse(/^CMD (.+)$/m.exec(lastStage)?.[1] ?? "null");
  expect(command).toEqual(manifest.scripts.start.split(" "));
});

test("the image needs no build argument, runs as a non-root user, keeps its data in a volume and has a health check", () => {
  expect(dockerfile).not.toMatch(/^ARG /m);
  expect(lastStage).toMatch(/^USER node$/m);
  expect(lastStage).toMatch(/^VOLUME \/data$/m);
  expect(lastStage).toMatch(/^HEALTHCHECK (.|\n)*\/health/m);
});

test("the server imports no development dependency, and only app files that the image contains", () => {
  const packages = imports.filter((name) => !/^(node:|\.)/.test(name) && !builtinModules.includes(name));
  const nameOf = (name: string) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "";
  expect(packages.length).toBeGreaterThan(40);
  expect([...new Set(packages.map(nameOf))].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  const ofTheApp = imports.filter((name) => /^\.\.?\/(.*\/)?(src|sync|tests)\//.test(name));
  for (const folder of ["files", "inputs", "packages"])
    expect(lastStage).toContain(`COPY sync/${folder} sync/${folder}`);
  expect(ofTheApp.filter((name) => !/\/sync\/(files|inputs|packages)\/[^/]+$/.test(name))).toEqual([]);
});
