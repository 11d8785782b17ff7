import { expect, test } from "vitest";
import { firstCharacters, isOneLine, trimmed, wellFormed } from "../../../sync/inputs/single-line.ts";
import { lines, notLines, trimCases } from "../../fixtures/line-cases.ts";

test.each(trimCases)("reduces %j to %j", (text, left) => {
  expect(trimmed(text)).toBe(left);
});

test("a line has no breaks, control characters or direction marks", () => {
  expect(lines.filter((text) => !isOneLine(text))).toEqual([]);
  expect(notLines.filter(isOneLine)).toEqual([]);
});

test("never cuts a text within a character or stores half of one", () => {
  for (const most of [0, 1, 2, 3, 200]) {
    const cut = firstCharacters("a😀👩‍💻".repeat(100), most);
    expect([[...cut].length, cut.isWellFormed()]).toEqual([most, true]);
  }
  expect(wellFormed({ title: "a\ud83d", tags: ["\ude00b", "😀"], count: 3, none: null })).toEqual({
    ...{ title: "a\ufffd", tags: ["\ufffdb", "😀"], count: 3, none: null },
  });
});
