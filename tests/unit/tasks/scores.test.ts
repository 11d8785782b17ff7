// Scores against published examples, and intervals against tables.
import { expect, test } from "vitest";
import { susItems, umuxLiteItems } from "../../../sync/tasks/questionnaires.ts";
import { mean, proportion, scoredValue, susOf, umuxLiteOf } from "../../../sync/tasks/scores.ts";

const scored = (kind: Parameters<typeof scoredValue>[0], min: number, max: number) => (answers: readonly unknown[]) =>
  mean(
    answers.flatMap((answer) => scoredValue(kind, answer) ?? []),
    min,
    max,
  );
const [nps, sus] = [scored("nps", -100, 100), scored("sus", 0, 100)];
const [seq, umuxLite] = [scored("seq", 1, 7), scored("umux_lite", 0, 100)];

test.each([
  ["best", [5, 1, 5, 1, 5, 1, 5, 1, 5, 1], 100],
  ["worst", [1, 5, 1, 5, 1, 5, 1, 5, 1, 5], 0],
  ["neutral", [3, 3, 3, 3, 3, 3, 3, 3, 3, 3], 50],
  // The example of Brooke 1996.
  ["Brooke's example", [4, 4, 1, 4, 2, 1, 1, 4, 5, 1], 47.5],
  ["nine items", [3, 3, 3, 3, 3, 3, 3, 3, 3], null],
  ["out of range", [0, 3, 3, 3, 3, 3, 3, 3, 3, 3], null],
  ["no list", "5", null],
])("B17 SUS of one person: %s", (_, answer, expected) => {
  expect(susOf(answer)).toBe(expected);
});

test.each([
  ["best", [7, 7], 100],
  ["worst", [1, 1], 0],
  ["middle", [4, 4], 50],
  ["5 and 6", [5, 6], 75],
  ["half answered", [5], null],
])("B17 UMUX-Lite of one person: %s", (_, answer, expected) => {
  expect(umuxLiteOf(answer)).toBe(expected);
});

test.each([
  // The last one: Newcombe 1998, table I.
  ["5 of 10", 5, 10, 0.2366, 0.7634],
  ["0 of 5", 0, 5, 0, 0.4345],
  ["5 of 5", 5, 5, 0.5655, 1],
  ["81 of 263", 81, 263, 0.2553, 0.3662],
])("B17 Wilson interval: %s", (_, hits, n, low, high) => {
  const score = proportion(hits, n);
  expect(score?.low).toBeCloseTo(low, 3);
  expect(score?.high).toBeCloseTo(high, 3);
});

test.each([
  // With the quantiles 2.776445 and 2.262157 of tables.
  ["five answers", [1, 2, 3, 4, 5], 3, 1.0368, 4.9632],
  ["ten answers", [70, 72.5, 65, 80, 90, 55, 60, 75, 85, 70], 72.25, 64.5026, 79.9974],
])("B17 t interval: %s", (_, values, value, low, high) => {
  const score = mean(values, 0, 100);
  expect(score?.value).toBeCloseTo(value, 6);
  expect(score?.low).toBeCloseTo(low, 2);
  expect(score?.high).toBeCloseTo(high, 2);
});

test("B17 an interval stays within the scale", () => {
  expect(mean([7, 7, 7, 7, 1], 1, 7)).toMatchObject({ high: 7 });
  expect(sus(Array.from({ length: 6 }, () => [5, 1, 5, 1, 5, 1, 5, 1, 5, 1]))).toEqual({
    value: 100,
    n: 6,
    low: 100,
    high: 100,
  });
});

test("B17 NPS counts promoters and detractors", () => {
  expect(nps([10, 9, 9, 8, 7, 6, 0, 10, 10, 3])?.value).toBe(20);
  expect(nps([9, 9, 9, 9, 9])?.value).toBe(100);
  expect(nps([11, -1, 5.5, "9", null, 0, 6, 6, 6, 6])).toMatchObject({ value: -100, n: 5 });
});

test.each([nps, seq])("B17 no score below five valid answers", (score) => {
  expect(score([7, 7, 7, 7])).toBeNull();
  expect(score([7, 7, 7, 7, "x"])).toBeNull();
  expect(score([7, 7, 7, 7, 7])).toMatchObject({ n: 5 });
});

test("B17 questionnaires have no score below five complete answers", () => {
  const complete = [4, 4];
  expect(umuxLite([complete, complete, complete, complete, [4]])).toBeNull();
  expect(umuxLite([complete, complete, complete, complete, complete])).toMatchObject({ value: 50, n: 5 });
  expect(proportion(4, 4)).toBeNull();
});

test("B17 both languages have the ten and two items of the questionnaires", () => {
  for (const language of ["en", "es"] as const) {
    expect(new Set(susItems[language]).size).toBe(10);
    expect(new Set(umuxLiteItems[language]).size).toBe(2);
  }
});
