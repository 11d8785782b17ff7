import { describe, expect, test } from "vitest";
import { checkInsOf, checkInsPerDay, dayAfter, isClosedTest } from "../../../src/features/tasks/check-ins.ts";
import { resultOfTask, taskOf } from "./cases.ts";

const task = taskOf({ kind: "check_in", days: 14 });
const dates = { start_date: "2026-11-01", end_date: "2026-11-30" };
const day = (n: number) => dayAfter("2026-10-31", n);
const taker = (days: readonly number[], accepted = 1) => ({
  results: days.length === 0 ? {} : { t1: resultOfTask({ days: days.map(day) }) },
  ...{ release_id: null, accepted_at: `${day(accepted)}T12:00:00.000Z` },
});
const figures = (days: readonly number[], today: number, accepted = 1) =>
  checkInsOf(task, taker(days, accepted), dates, day(today));

describe("check-ins", () => {
  test("B19 a run counts days in a row up to today, or up to yesterday while today is open", () => {
    expect(figures([1, 2, 3], 3)).toMatchObject({ days: 3, run: 3, longestRun: 3, hasToday: true, last: day(3) });
    expect(figures([1, 2, 3], 4)).toMatchObject({ run: 3, missed: 0, silent: 0, hasToday: false });
    expect(figures([1, 2, 3], 6)).toMatchObject({ run: 0, longestRun: 3, missed: 2, silent: 2 });
    expect(figures([1, 2, 5], 5)).toMatchObject({ run: 1, longestRun: 2, missed: 2, silent: 0 });
  });

  test("B19 days before a tester was accepted, before the start and after the end are not missed", () => {
    expect(figures([], 1)).toMatchObject({ days: 0, last: null, run: 0, longestRun: 0, missed: 0, silent: 0 });
    expect(figures([], 9, 8)).toMatchObject({ missed: 1, silent: 1 });
    expect(figures([], 3, -5)).toMatchObject({ missed: 2, silent: 2 });
    expect(figures([30], 40)).toMatchObject({ missed: 29, silent: 0 });
    const accepted = { ...taker([]), accepted_at: null };
    expect(checkInsOf(task, accepted, dates, day(9))).toMatchObject({ missed: 0, silent: 0 });
  });

  test("B19 a tester with all days is done and misses nothing afterwards", () => {
    const whole = Array.from({ length: 14 }, (_, at) => at + 1);
    expect(figures(whole, 20)).toMatchObject({ isDone: true, longestRun: 14, run: 0, missed: 0, silent: 0 });
    expect(figures([...whole.slice(1), 16], 20)).toMatchObject({ isDone: true, longestRun: 13, missed: 2, silent: 0 });
  });

  test("B19 a run continues over the end of a month and daylight saving time", () => {
    const long = { start_date: "2026-10-20", end_date: "2026-11-30" };
    const days = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2];
    expect(checkInsOf(task, taker(days, -10), long, day(2))).toMatchObject({ run: 10, longestRun: 10 });
  });

  test("B19 counts testers per day, to today at most", () => {
    expect(checkInsPerDay(task, [taker([1, 2]), taker([2])], dates, day(3))).toEqual([
      { day: day(1), testers: 1 },
      { day: day(2), testers: 2 },
      { day: day(3), testers: 0 },
    ]);
  });

  test("B19 a closed test has a check-in over at least 14 days", () => {
    expect(isClosedTest([taskOf(), task])).toBe(true);
    expect(isClosedTest([taskOf({ kind: "check_in", days: 13 })])).toBe(false);
  });
});
