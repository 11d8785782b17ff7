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
  const text = "a😀👩‍💻".repeat(100);
  // The third character has three code points.
  for (const [most, found] of [
    [-1, 0],
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 5],
    [200, 200],
  ] as const) {
    const cut = firstCharacters(text, most);
    expect([[...cut].length, text.startsWith(cut), cut.isWellFormed()]).toEqual([found, true, true]);
  }
  expect(firstCharacters("ña", 1)).toBe("");
  expect(firstCharacters("ña", 2)).toBe("ñ");
  expect(wellFormed({ title: "a\ud83d", tags: ["\ude00b", "😀"], count: 3, none: null })).toEqual({
    ...{ title: "a\ufffd", tags: ["\ufffdb", "😀"], count: 3, none: null },
  });
});
