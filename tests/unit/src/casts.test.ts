// A cast to never, any or unknown hides type errors, so product code explains each in a "Cast:"
// comment.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const isComment = (line: string) => /^\s*(\/\/|\/?\*|\{\/\*)/.test(line);
const isCast = (line: string) => !isComment(line) && /\bas (never|any|unknown as)\b/.test(line.replace(/\/\/.*$/, ""));

function commentAbove(lines: readonly string[], at: number): string {
  const above = lines.slice(0, at);
  const start = above.findLastIndex((line) => !isComment(line)) + 1;
  return above.slice(start).join("\n");
}

function unexplained(text: string): number[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) =>
    isCast(line) && !/^\s*\/\/ Cast: /m.test(commentAbove(lines, at)) ? [at + 1] : [],
  );
}

test("each cast that bypasses the type checker has a reason right above it", () => {
  expect(unexplained("const a = b as never;")).toEqual([1]);
  expect(unexplained("// Cast: it is one.\nconst a = b as unknown as C;\nconst d = e as any;")).toEqual([3]);
  const files = ["src", "sync", "supabase"].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("locales/") && !name.endsWith(".gen.ts"))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    unexplained(readFileSync(resolve(root, file), "utf8")).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});
