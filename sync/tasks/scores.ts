// Scores of questionnaires, with 95 % confidence intervals: Wilson for proportions, t for means.
import type { QuestionKind } from "../schema/tasks.ts";

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

/** Mean and sample standard deviation; null below five answers. */
export interface Moments {
  n: number;
  mean: number | null;
  deviation: number | null;
}

export function momentsOf(values: readonly number[]): Moments {
  const n = values.length;
  if (n < fewestAnswers) return { n, mean: null, deviation: null };
  const mean = values.reduce((sum, one) => sum + one, 0) / n;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { n, mean, deviation: Math.sqrt(squares / (n - 1)) };
}

/** Mean with its t interval, within the scale. */
export function scoreOf({ n, mean, deviation }: Moments, min: number, max: number): Score | null {
  if (mean === null || deviation === null) return null;
  const half = (t975(n - 1) * deviation) / Math.sqrt(n);
  return { value: mean, n, low: Math.max(min, mean - half), high: Math.min(max, mean + half) };
}

/** Like `scoreOf`. Null below five answers. */
export const mean = (values: readonly number[], min: number, max: number): Score | null =>
  scoreOf(momentsOf(values), min, max);

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

/** Net Promoter Score, −100 to 100: promoters (9, 10) minus detractors (0 to 6), in percent. */
const npsOf = (answer: unknown): number | null =>
  isWhole(answer, 0, 10) ? (answer >= 9 ? 100 : answer <= 6 ? -100 : 0) : null;
/** Single Ease Question: the mean of 1 (very difficult) to 7 (very easy). */
const seqOf = (answer: unknown): number | null => (isWhole(answer, 1, 7) ? answer : null);

/** What one answer counts in the mean of its kind; null if nothing. Like `private.answer_score`. */
export function scoredValue(kind: QuestionKind, answer: unknown): number | null {
  if (kind === "sus") return susOf(answer);
  if (kind === "umux_lite") return umuxLiteOf(answer);
  if (kind === "nps") return npsOf(answer);
  if (kind === "seq") return seqOf(answer);
  return (kind === "scale" || kind === "number") && typeof answer === "number" ? answer : null;
}
