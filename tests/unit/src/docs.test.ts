import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../fixtures/imports.ts";

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const read = (file: string) => readFileSync(resolve(root, file), "utf8");
const pages = files.filter((file) => file.endsWith(".md"));
const names = new Set(files.map((file) => basename(file)));
// Written by the build.
names.add("app.html");

/**
 * Returns file names in a line, such as `sync/schema/own.ts` or `own.ts`, but not those with
 * placeholders.
 */
function citedFiles(line: string): string[] {
  const cited = /(?<![\w*{}<>$@-])((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|css|sql|md))(?![\w-])/g;
  return [...line.matchAll(cited)].map(([, name = ""]) => name);
}

/** Accepts a path relative to the root or to any folder above the file. */
function exists(cited: string): boolean {
  const path = cited.replace(/^(\.\.?\/)+/, "");
  return path.includes("/") ? files.some((file) => `/${file}`.endsWith(`/${path}`)) : names.has(path);
}

function linesOf(file: string): [number: number, line: string][] {
  const whole = /\.(md|sql|css)$/.test(file);
  return read(file)
    .split("\n")
    .map((line, index): [number, string] => [index + 1, line])
    .filter(([, line]) => whole || /^\s*(\/\/|\/?\*|\{\/\*)/.test(line));
}

test("comments and pages name existing files", () => {
  expect(citedFiles("see sync/schema/own.ts and `own.ts`, not {id}.sql")).toEqual(["sync/schema/own.ts", "own.ts"]);
  expect(exists("docs/nowhere.md")).toBe(false);
  const absent = files
    .filter((file) => /\.(tsx?|js|md|css|sql)$/.test(file) && file !== "tests/unit/src/docs.test.ts")
    .flatMap((file) =>
      linesOf(file).flatMap(([number, line]) =>
        citedFiles(line)
          .filter((cited) => !exists(cited))
          .map((cited) => `${file}:${number}: ${cited}`),
      ),
    );
  expect(absent).toEqual([]);
});

test("links between pages have a target", () => {
  expect(pages.length).toBeGreaterThan(8);
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^(https?:|mailto:|#)/.test(link))
      .filter((link) => !existsSync(resolve(root, dirname(page), link.replace(/#.*$/, ""))))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});
