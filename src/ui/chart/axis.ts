/** Round whole numbers for the axis of a chart, from nothing to at least `most` (above 0). */
export function axisAmounts(most: number): number[] {
  const third = most / 3;
  const power = 10 ** Math.floor(Math.log10(third));
  const step = Math.max(1, ([1, 2, 5].find((times) => times * power >= third) ?? 10) * power);
  return [0, 1, 2, 3].map((times) => times * step);
}
