// useMutation returns full disks, denied storage and rejections as values. Code that ignores its
// result must use useMutationToast.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { root, withoutComments } from "../../fixtures/imports.ts";

const files = execFileSync("git", ["ls-files", "src"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

/** Finds mutations whose result is dropped: `void save(…)`. */
function dropped(code: string): string[] {
  const names = [...code.matchAll(/const (\w+) = useMutation\(/g)].map(([, name = ""]) => name);
  return names.filter((name) => new RegExp(`\\bvoid ${name}\\(`).test(code));
}

test("no screen ignores the result of a mutation", () => {
  expect(dropped("const save = useMutation(write); void save(1);")).toEqual(["save"]);
  expect(dropped("const save = useMutationToast(write); void save(1);")).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    dropped(withoutComments(readFileSync(resolve(root, file), "utf8"))).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
