// Aggregates days for the dashboard charts. Days are UTC, like the server's counts.
import type { DayFigures } from "#sync/schema/admin-functions.ts";

export const ranges = ["month", "quarter", "year"] as const;
export type Range = (typeof ranges)[number];

/** Days per range and per column; null for calendar months. */
const shape = {
  month: { days: 30, step: 1 },
  quarter: { days: 91, step: 7 },
  year: { days: 365, step: null },
} as const;

const DAY = 86_400_000;
const plus = (day: string, n: number) => new Date(Date.parse(day) + n * DAY).toISOString().slice(0, 10);

export type Measure = (day: DayFigures) => number;

/** Splits off the last range up to the last counted day, and the range before it. */
export function split(days: readonly DayFigures[], range: Range): { now: DayFigures[]; before: DayFigures[] | null } {
  const last = days.at(-1)?.day ?? "";
  const since = last && plus(last, 1 - shape[range].days);
  const earlier = last && plus(since, -shape[range].days);
  const whole = days.length > 0 && (days[0]?.day ?? "") <= earlier;
  return {
    now: days.filter(({ day }) => day >= since),
    before: whole ? days.filter(({ day }) => day >= earlier && day < since) : null,
  };
}

export const sum = (days: readonly DayFigures[], measure: Measure): number =>
  days.reduce((total, day) => total + measure(day), 0);

/**
 * The daily average, rounded. Users are not summed over days, because that would count them
 * repeatedly.
 */
export const perDay = (days: readonly DayFigures[], measure: Measure): number =>
  days.length === 0 ? 0 : Math.round(sum(days, measure) / days.length);

/** Change in percent; null without a previous value. */
export const change = (now: number, before: number | null): number | null =>
  before === null || before <= 0 ? null : Math.round(((now - before) / before) * 100);

export interface Column {
  at: string;
  days: DayFigures[];
}

/** The columns of a range, oldest first, from the first available day. */
export function columns(days: readonly DayFigures[], range: Range): Column[] {
  const { step } = shape[range];
  const last = days.at(-1)?.day ?? "";
  // Weeks end on the last day, so that the newest column is complete.
  const startOf = (day: string) => {
    if (step === null) return `${day.slice(0, 7)}-01`;
    const back = Math.round((Date.parse(last) - Date.parse(day)) / DAY);
    return plus(last, 1 - step * (Math.floor(back / step) + 1));
  };
  const found = new Map<string, DayFigures[]>();
  for (const day of split(days, range).now) {
    const at = startOf(day.day);
    found.set(at, [...(found.get(at) ?? []), day]);
  }
  return [...found].map(([at, inside]) => ({ at, days: inside }));
}

export function currencies(days: readonly DayFigures[]): string[] {
  const uses = new Map<string, number>();
  for (const { earned, paid } of days)
    for (const one of [...Object.keys(earned), ...Object.keys(paid)]) uses.set(one, (uses.get(one) ?? 0) + 1);
  return [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([one]) => one);
}
