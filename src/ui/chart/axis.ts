/** Round whole numbers for the axis of a chart, from nothing to at least `most` (above 0). */
export function axisAmounts(most: number): number[] {
  const third = most / 3;
  const power = 10 ** Math.floor(Math.log10(third));
  const step = Math.max(1, ([1, 2, 5].find((times) => times * power >= third) ?? 10) * power);
  return [0, 1, 2, 3].map((times) => times * step);
}

/** At most so many gaps between the dates: more, and gaps that differ by a column look uneven. */
const MOST_GAPS = 5;

/**
 * Which of `count` dates an axis names where `fit` have room: all, or the first, the last and
 * those evenly between.
 */
export function axisDates(count: number, fit: number): number[] {
  const gaps = count <= fit ? count - 1 : Math.min(MOST_GAPS, Math.max(1, fit - 1));
  return Array.from({ length: gaps + 1 }, (_, i) => Math.round((i * (count - 1)) / (gaps || 1)));
}
