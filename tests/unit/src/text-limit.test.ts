import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { textLimit, withinLimit } from "../../../src/ui/text-limit.ts";
import { text as textColumn } from "../../../sync/schema/fields.ts";

/** Types `more` at a place of `before`, which may replace a part of it. */
function typed(before: string, more: string, most: number, at = before.length, until = at) {
  const text = before.slice(0, at) + more + before.slice(until);
  const found = withinLimit(before, { text, caret: at + more.length }, most);
  return `${found.text.slice(0, found.caret)}|${found.text.slice(found.caret)}`;
}

test("V5 a field takes as many emoji and combining characters as the column", () => {
  const column = textColumn(10);
  for (const character of ["a", "😀", "n\u0303", "\u{1F469}\u200d\u{1F4BB}", "\u{1F1EA}\u{1F1F8}"]) {
    const { text } = withinLimit("", { text: character.repeat(20), caret: 20 * character.length }, 10);
    expect([v.is(column, text), v.is(column, text + character)]).toEqual([true, false]);
    expect(text).toBe(character.repeat(Math.floor(10 / [...character].length)));
  }
});

test("V5 a full field rejects what is typed, wherever the caret is, and keeps its text", () => {
  expect(typed("aaa", "a", 3, 1)).toBe("a|aa");
  expect(typed("abc", "😀", 3)).toBe("abc|");
  expect(typed("ab😀", "😁", 3)).toBe("ab😀|");
  expect(typed("abc", "xyz", 4, 1)).toBe("ax|bc");
  // A letter stays without the accent that has no space.
  expect(typed("abn", "\u0303", 3)).toBe("abn|");
  // A part that is pasted over.
  expect(typed("abcd", "12345", 4, 1, 3)).toBe("a12|d");
  expect(typed("😀", "😁😁", 1, 0, 2)).toBe("😁|");
  // A text from before the limit can only become shorter.
  expect(typed("abcdef", "x", 3)).toBe("abcdef|");
  expect(typed("abcdef", "", 3, 5, 6)).toBe("abcde|");
});

test("V5 a shortened text is a beginning of what was typed between the same two parts", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "b", "😀", "😁", "\u0303", "\u200d"), maxLength: 8 });
  fc.assert(
    fc.property(part, part, part, part, fc.integer({ min: 0, max: 20 }), (head, old, more, tail, most) => {
      const before = head + old + tail;
      const text = head + more + tail;
      const found = withinLimit(before, { text, caret: text.length - tail.length }, most);
      expect(found.text.isWellFormed()).toBe(true);
      expect(found.text.endsWith(tail) && text.startsWith(found.text.slice(0, found.caret))).toBe(true);
      expect(found.text.length - found.caret).toBe(tail.length);
      expect([...found.text].length <= Math.max(most, [...before].length)).toBe(true);
      if ([...text].length <= most) expect(found.text).toBe(text);
    }),
  );
});

test("V5 no native maxLength remains", () => {
  expect(textLimit({ maxLength: 10 })).toMatchObject({ maxLength: undefined });
  expect(textLimit({})).toEqual({});
});
