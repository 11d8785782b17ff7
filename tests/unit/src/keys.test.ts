import { expect, test, vi } from "vitest";
import { ignoreComposingKeys } from "../../../src/lib/composing-keys.ts";
import { pastedFiles } from "../../../src/lib/pasted-files.ts";
import { latinKey } from "../../../src/ui/shortcuts.ts";

const key = (key: string, code: string, shiftKey = false) => latinKey({ key, code, shiftKey });

test.each([
  ["о", "KeyJ", "j"],
  ["О", "KeyJ", "J", true],
  ["л", "KeyK", "k"],
  ["ξ", "KeyJ", "j"],
  ["ח", "KeyJ", "j"],
  ["ت", "KeyJ", "j"],
  ["لا", "KeyB", "b"],
  ["ㅏ", "KeyK", "k"],
  ["٣", "Digit3", "3"],
  ["ظ", "Slash", "/"],
] as [string, string, string, boolean?][])(
  "on a non-Latin keyboard %s at %s means %s",
  (typed, code, expected, shift) => {
    expect(key(typed, code, shift)).toBe(expected);
  },
);

test.each([
  ["j", "KeyC", "Dvorak"],
  ["a", "KeyQ", "AZERTY"],
  ["/", "KeyQ", "Hebrew"],
  [".", "Slash", "Russian"],
  ["é", "Digit2", "AZERTY"],
  ["ñ", "Semicolon", "Spanish"],
  ["ı", "KeyI", "Turkish"],
  ["?", "Minus", "German"],
  ["Enter", "Enter", "any"],
  ["Dead", "BracketLeft", "any"],
])("%s at %s (%s) means its printed character", (typed, code) => {
  expect(key(typed, code)).toBe(typed);
});

test.each([
  { name: "Caps Lock", typed: "J", code: "KeyJ", shift: false, expected: "j" },
  { name: "Caps Lock with Shift", typed: "j", code: "KeyJ", shift: true, expected: "J" },
  { name: "Dvorak", typed: "J", code: "KeyC", shift: true, expected: "J" },
  { name: "wide letters", typed: "ｊ", code: "KeyJ", shift: false, expected: "j" },
  { name: "a Chinese input method", typed: "？", code: "Slash", shift: true, expected: "?" },
  { name: "a Japanese input method", typed: "、", code: "Slash", shift: false, expected: "、" },
])("$typed at $code ($name) is $expected", ({ typed, code, shift, expected }) => {
  expect(key(typed, code, shift)).toBe(expected);
});

test.each([
  ["Enter", { isComposing: true, keyCode: 13 }, true],
  // WebKit reports the Enter after the composition has ended.
  ["Enter", { isComposing: false, keyCode: 229 }, true],
  ["Enter", { isComposing: false, keyCode: 13 }, false],
])("a key that belongs to an input method reaches no handler: %s %j", (_, event, kept) => {
  const listeners = new Map<string, (event: unknown) => void>();
  const addEventListener = (type: string, listener: (event: unknown) => void, { capture }: { capture: boolean }) =>
    capture && listeners.set(type, listener);
  vi.stubGlobal("window", { addEventListener });
  ignoreComposingKeys();
  vi.unstubAllGlobals();
  const stopImmediatePropagation = vi.fn();
  for (const type of ["keydown", "keypress", "keyup"]) listeners.get(type)?.({ ...event, stopImmediatePropagation });
  expect(stopImmediatePropagation).toHaveBeenCalledTimes(kept ? 3 : 0);
});

test("pasting prefers text over its picture in text fields only; copied files are pasted", () => {
  class Element {
    readonly isField: boolean;
    constructor(isField: boolean) {
      this.isField = isField;
    }
    closest = () => (this.isField ? this : null);
  }
  vi.stubGlobal("Element", Element);
  const picture = { name: "image.png" } as File;
  const pasted = (isField: boolean, text: string, files = [picture]) =>
    pastedFiles({
      target: new Element(isField) as unknown as EventTarget,
      clipboardData: { files, getData: () => text } as unknown as DataTransfer,
    });
  expect(pasted(true, "A1\tB1\r\n")).toEqual([]);
  expect(pasted(false, "A1\tB1\r\n")).toEqual([picture]);
  expect(pasted(true, "")).toEqual([picture]);
  expect(pasted(true, "image.png")).toEqual([picture]);
  expect(pasted(true, "file:///home/a/image.png\n")).toEqual([picture]);
  expect(pasted(true, "words", [])).toEqual([]);
  vi.unstubAllGlobals();
});
