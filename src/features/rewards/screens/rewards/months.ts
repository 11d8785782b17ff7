// Rewards sorted into months, for the screen and for paper.
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { dayOf } from "../../../../i18n/format.ts";

const monthOf = (r: Reward) => dayOf(Date.parse(r.earned_at)).slice(0, 7);

/** What they come to, one line per currency. A void reward is in no sum. */
export function sums(rewards: readonly Reward[]): [Reward["currency"], number][] {
  const byCurrency = new Map<Reward["currency"], number>();
  for (const r of rewards) {
    if (r.status !== "void") byCurrency.set(r.currency, (byCurrency.get(r.currency) ?? 0) + r.amount_cents);
  }
  return [...byCurrency];
}

/** The rewards come newest first, and so do their months. */
export function byMonth(rewards: readonly Reward[]): [string, Reward[]][] {
  const months = new Map<string, Reward[]>();
  for (const r of rewards) {
    const known = months.get(monthOf(r));
    if (known) known.push(r);
    else months.set(monthOf(r), [r]);
  }
  return [...months];
}
