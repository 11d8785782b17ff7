// Scores of questionnaires, with 95 % confidence intervals: Wilson for proportions, t for means.

/** A score with its interval. */
export interface Score {
  value: number;
  /** Number of answers. */
  n: number;
  low: number;
  high: number;
}

/** Fewer answers give no score: the interval would cover most of the scale. */
const fewestAnswers = 5;

const z = 1.959963984540054;

/** Wilson score interval of a proportion, from 0 to 1. Null below five answers. */
export function proportion(hits: number, n: number): Score | null {
  if (n < fewestAnswers) return null;
  const p = hits / n;
  const scale = 1 + z ** 2 / n;
  const centre = (p + z ** 2 / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return { value: p, n, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * The 97.5 % quantile of Student's t, by the Cornish-Fisher expansion (Abramowitz and Stegun
 * 26.7.5). From 4 degrees of freedom its error is below 0.3 %.
 */
function t975(freedom: number): number {
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, i) => sum + term / freedom ** (i + 1), z);
}

/** Mean with its t interval, within the scale. Null below five answers. */
export function mean(values: readonly number[], min: number, max: number): Score | null {
  const n = values.length;
  if (n < fewestAnswers) return null;
  const value = values.reduce((sum, one) => sum + one, 0) / n;
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const half = t975(n - 1) * Math.sqrt(variance / n);
  return { value, n, low: Math.max(min, value - half), high: Math.min(max, value + half) };
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const areItems = (answer: unknown, count: number, max: number): answer is number[] =>
  Array.isArray(answer) && answer.length === count && answer.every((one) => isWhole(one, 1, max));

/** SUS of one person, 0 to 100: odd items count up from 1, even items down from 5. */
export const susOf = (answer: unknown): number | null =>
  areItems(answer, 10, 5) ? answer.reduce((sum, one, i) => sum + (i % 2 === 0 ? one - 1 : 5 - one), 0) * 2.5 : null;

/** UMUX-Lite of one person, 0 to 100. */
export const umuxLiteOf = (answer: unknown): number | null =>
  areItems(answer, 2, 7) ? (answer.reduce((sum, one) => sum + one - 1, 0) * 100) / 12 : null;

const scored = (of: (answer: unknown) => number | null, min: number, max: number) => (answers: readonly unknown[]) =>
  mean(
    answers.flatMap((answer) => of(answer) ?? []),
    min,
    max,
  );

export const sus = scored(susOf, 0, 100);
export const umuxLite = scored(umuxLiteOf, 0, 100);
/** Single Ease Question: the mean of 1 (very difficult) to 7 (very easy). */
export const seq = scored((answer) => (isWhole(answer, 1, 7) ? answer : null), 1, 7);
/** Net Promoter Score, −100 to 100: promoters (9, 10) minus detractors (0 to 6), in percent. */
export const nps = scored(
  (answer) => (isWhole(answer, 0, 10) ? (answer >= 9 ? 100 : answer <= 6 ? -100 : 0) : null),
  -100,
  100,
);
