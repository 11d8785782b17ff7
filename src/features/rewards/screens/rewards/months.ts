import { dayOf } from "#i18n/format.ts";
import type { Reward } from "#sync/schema/rewards.ts";

const monthOf = (r: Reward) => dayOf(Date.parse(r.earned_at)).slice(0, 7);

/** Totals per currency without void rewards. */
export function sums(rewards: readonly Reward[]): [Reward["currency"], number][] {
  const byCurrency = new Map<Reward["currency"], number>();
  for (const r of rewards) {
    if (r.status !== "void") byCurrency.set(r.currency, (byCurrency.get(r.currency) ?? 0) + r.amount_cents);
  }
  return [...byCurrency];
}

/** Rewards and months are sorted newest first. */
export function byMonth(rewards: readonly Reward[]): [string, Reward[]][] {
  const months = new Map<string, Reward[]>();
  for (const r of rewards) {
    const known = months.get(monthOf(r));
    if (known) known.push(r);
    else months.set(monthOf(r), [r]);
  }
  return [...months];
}

/** Number of columns that fit on a phone. */
const CHART_MONTHS = 12;
/** A chart of fewer months is not useful. */
const FEWEST_MONTHS = 6;

export interface MonthlyEarnings {
  /** "2026-11" */
  month: string;
  cents: number;
}

/**
 * Earnings per month in one currency, oldest first, including months without any.
 * @param today local calendar day
 */
export function earningsByMonth(
  rewards: readonly Reward[],
  currency: Reward["currency"],
  today: string,
): MonthlyEarnings[] {
  const inMonth = new Map(
    byMonth(rewards).map(([month, list]) => [month, sums(list).find(([each]) => each === currency)?.[1] ?? 0]),
  );
  const [year = 0, month = 0] = today.split("-").map(Number);
  const months = Array.from({ length: CHART_MONTHS }, (_, back) => {
    const at = year * 12 + (month - 1) - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  }).reverse();
  const first = months.findIndex((each) => (inMonth.get(each) ?? 0) > 0);
  if (first === -1) return [];
  return months
    .slice(Math.min(first, CHART_MONTHS - FEWEST_MONTHS))
    .map((each) => ({ month: each, cents: inMonth.get(each) ?? 0 }));
}

/**
 * The current and the previous month in cents; null if both are zero.
 * @param months from `earningsByMonth`
 */
export function lastTwoMonths(months: readonly MonthlyEarnings[]): { now: number; before: number } | null {
  const now = months.at(-1)?.cents ?? 0;
  const before = months.at(-2)?.cents ?? 0;
  return now === 0 && before === 0 ? null : { now, before };
}
