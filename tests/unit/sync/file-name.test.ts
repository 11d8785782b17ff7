import { expect, test } from "vitest";
import { isFilePath } from "../../../src/features/files/file-path.ts";
import { fileNameOf } from "../../../sync/inputs/file-name.ts";
import { isOneLine } from "../../../sync/inputs/single-line.ts";
import { fileNames } from "../../fixtures/file-name-cases.ts";

test.each(fileNames)("S10 S20 renames %j to %j", (chosen, name) => {
  expect(fileNameOf(chosen)).toBe(name);
  expect(fileNameOf(name)).toBe(name);
  expect([isOneLine(name), isFilePath(name), name.isWellFormed()]).toEqual([true, true, true]);
});
