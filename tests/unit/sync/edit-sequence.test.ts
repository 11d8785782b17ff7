// The server drops an edit whose number it has already seen for the row, so numbers must never
// repeat.
import { afterEach, expect, test, vi } from "vitest";
import { nextNumber, numbersFrom } from "../../../sync/database/edit-sequence.ts";

const at = (text: string) => vi.useFakeTimers({ now: new Date(text) });
afterEach(() => vi.useRealTimers());

test("O4 a row that was reset to an earlier version continues from its highest stored number", () => {
  const numbers = { from: 10, given: new Map([["feedback|a", 40]]) };
  expect(nextNumber(numbers, "feedback|a", 12)).toBe(41);
  expect(nextNumber(numbers, "feedback|a", 50)).toBe(51);
  expect(nextNumber(numbers, "feedback|b", 3)).toBe(11);
});

test("O4 a store that reopens within a second, or with an earlier clock, continues above all earlier numbers", () => {
  at("2026-11-22T20:00:00Z");
  const first = numbersFrom(0);
  const edits = Array.from({ length: 999 }, (_, n) => first + 1 + n);
  const again = numbersFrom(first);
  expect(again).toBeGreaterThan(Math.max(...edits));
  at("2026-11-21T20:00:00Z");
  expect(numbersFrom(again)).toBeGreaterThan(again);
  at("2026-11-23T20:00:00Z");
  expect(numbersFrom(again)).toBe(first + 86_400);
});

test("T1 a clock far in the future does not use up the numbers", () => {
  at("2226-01-01T00:00:00Z");
  expect(numbersFrom(0)).toBeLessThan(2 ** 31 - 1_000_000);
});
