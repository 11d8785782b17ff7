// The server drops an edit whose number the row has had already: none may come twice.
import { afterEach, expect, test, vi } from "vitest";
import { nextNumber, numbersFrom } from "../../../sync/database/edit-sequence.ts";

const at = (text: string) => vi.useFakeTimers({ now: new Date(text) });
afterEach(() => vi.useRealTimers());

test("O4 a row that went back to an earlier version is numbered on from the highest that it was stored with", () => {
  const numbers = { from: 10, given: new Map([["feedback|a", 40]]) };
  expect(nextNumber(numbers, "feedback|a", 12)).toBe(41);
  expect(nextNumber(numbers, "feedback|a", 50)).toBe(51);
  expect(nextNumber(numbers, "feedback|b", 3)).toBe(11);
});

test("O4 a store that is opened again in the same second, or with its clock put back, counts on above all that it gave", () => {
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

test("T1 a clock that stands in the far future does not use the numbers up", () => {
  at("2226-01-01T00:00:00Z");
  expect(numbersFrom(0)).toBeLessThan(2 ** 31 - 1_000_000);
});
