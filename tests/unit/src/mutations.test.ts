// A failed write is said where it was made. What useMutation returns tells of a full disk, of
// denied storage and of a refusal: whoever ignores it uses useMutationToast.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { root, withoutComments } from "../../fixtures/imports.ts";

const files = execFileSync("git", ["ls-files", "src"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

/** Mutations of a file whose result is dropped: `void save(…)`. */
function dropped(code: string): string[] {
  const names = [...code.matchAll(/const (\w+) = useMutation\(/g)].map(([, name = ""]) => name);
  return names.filter((name) => new RegExp(`\\bvoid ${name}\\(`).test(code));
}

test("no screen drops the result of a mutation", () => {
  expect(dropped("const save = useMutation(write); void save(1);")).toEqual(["save"]);
  expect(dropped("const save = useMutationToast(write); void save(1);")).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    dropped(withoutComments(readFileSync(resolve(root, file), "utf8"))).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
