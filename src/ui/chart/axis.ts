/** Round axis values from 0 to the first that is at least `most` (above 0). */
export function axisAmounts(most: number): number[] {
  const quarter = most / 4;
  const power = 10 ** Math.floor(Math.log10(quarter));
  const step = Math.max(1, ([1, 2, 5].find((times) => times * power >= quarter) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, times) => times * step);
}

/** Maximum number of gaps between dates: with more, gaps that differ by a column look uneven. */
const MOST_GAPS = 5;

/**
 * Indexes of the dates to label if `fit` have room: all, or the first, the last and evenly spaced
 * ones.
 */
export function axisDates(count: number, fit: number): number[] {
  const gaps = count <= fit ? count - 1 : Math.min(MOST_GAPS, Math.max(1, fit - 1));
  return Array.from({ length: gaps + 1 }, (_, i) => Math.round((i * (count - 1)) / (gaps || 1)));
}
