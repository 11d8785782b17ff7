import { expect, test } from "vitest";
import {
  change,
  columns,
  currencies,
  perDay,
  split,
  sum,
} from "../../src/features/dashboard/screens/admin/trends-of-days.ts";
import type { DayFigures } from "../../sync/schema/admin-functions.ts";

const last = "2026-11-26";
const dayBefore = (n: number) => new Date(Date.parse(last) - n * 86_400_000).toISOString().slice(0, 10);
const daysBack = (n: number, more: (back: number) => Partial<DayFigures> = () => ({})): DayFigures[] =>
  Array.from({ length: n }, (_, i) => n - 1 - i).map((back) => ({
    ...{ day: dayBefore(back), signups: 1, active: 0, reports: 0, earned: {}, paid: {} },
    ...more(back),
  }));
const signups = (day: DayFigures) => day.signups;

test("S23 a range covers its last days, and is compared with the period before only if that was counted in full", () => {
  const { now, before } = split(daysBack(60), "month");
  expect([now.length, now[0]?.day, now.at(-1)?.day]).toEqual([30, dayBefore(29), last]);
  expect([before?.length, before?.at(-1)?.day]).toEqual([30, dayBefore(30)]);
  expect(split(daysBack(59), "month").before).toBeNull();
  expect(split([], "year")).toEqual({ now: [], before: null });
  expect([change(30, 20), change(10, 20), change(5, 0), change(5, null)]).toEqual([50, -50, null, null]);
});

test("S23 days are grouped into days, whole weeks up to today, and calendar months", () => {
  const days = daysBack(400);
  expect(columns(days, "month").map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, i) => dayBefore(29 - i)));
  const weeks = columns(days, "quarter");
  expect(weeks.map((week) => sum(week.days, signups))).toEqual(Array.from({ length: 13 }, () => 7));
  expect(weeks.at(-1)?.at).toBe(dayBefore(6));
  const months = columns(days, "year");
  expect(months.map(({ at }) => at)).toEqual([
    ...["2025-11-01", "2025-12-01", "2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"],
    ...["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"],
  ]);
  expect(months.reduce((total, month) => total + sum(month.days, signups), 0)).toBe(365);
  // A young product gets no empty columns before its first day.
  expect(columns(daysBack(3), "year")).toHaveLength(1);
});

test("S23 users are not summed over days, and the currency with the highest volume comes first", () => {
  const days = daysBack(4, (back) => ({
    active: back,
    earned: back === 1 ? { EUR: 500 } : {},
    paid: back > 1 ? { USD: 300 } : {},
  }));
  expect(perDay(days, (day) => day.active)).toBe(2);
  expect(perDay([], (day) => day.active)).toBe(0);
  expect(currencies(days)).toEqual(["USD", "EUR"]);
});
