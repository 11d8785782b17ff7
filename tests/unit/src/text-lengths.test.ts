// Text limits count code points in forms and in SQL (supabase/tests/limits.test.sql). valibot's
// maxLength and JavaScript's length count an emoji as two.
import { readdirSync, readFileSync } from "node:fs";
import { i18n } from "@lingui/core";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { groupName } from "../../../src/features/organizations/group-schema.ts";
import { installableName } from "../../../sync/files/file-types.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const sources = ["src", "sync", "supabase/functions"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [`${folder}/${path}`, readFileSync(`${folder}/${path}`, "utf8")] as const),
);

test("V5 no schema limits a text by its UTF-16 length", () => {
  // Ids and times are ASCII.
  const ascii = /v\.(?:uuid|isoTimestamp|isoDate|regex)\(/;
  const found = sources.flatMap(([path, source]) =>
    source
      .split("\n")
      .filter((line) => /v\.maxLength\(/.test(line) && !/v\.array\(|v\.bytes/.test(line) && !ascii.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

// One code point each, although normalization or upper case makes more of it.
test.each(["\u{1F600}", "\uFDFA", "\u{1D164}", "\u0130"])("V5 a form accepts as many %s as the column", (letter) => {
  expect(v.is(groupName, letter.repeat(60))).toBe(true);
  expect(v.is(groupName, letter.repeat(61))).toBe(false);
});

test("V5 a shortened text ends with a complete character", () => {
  const { name } = installableName(`x${"\u{1F600}".repeat(300)}.apk.zip`, "android");
  expect(name.isWellFormed()).toBe(true);
  expect([...name]).toHaveLength(254);
});
