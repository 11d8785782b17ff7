// How the tester's figures changed lately. Pure: rows on this device in, numbers out; null where
// they cannot say.
import type { OwnReport } from "../../../../../sync/queries/feedback.ts";
import type { TesterTest } from "../../../../../sync/queries/tester-tests.ts";
import { guideKarma, karmaFor } from "../../../../../sync/schema/karma.ts";
import type { Profile } from "../../../../../sync/schema/profiles.ts";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { RECENT_DAYS } from "../../../../lib/constants.ts";
import { daysLeft } from "../../../campaigns/rules.ts";
import { SOON_DAYS } from "./what-waits.ts";

const recently = (now: number, times = 1) => new Date(now - times * RECENT_DAYS * 86_400_000).toISOString();

function karmaOf({ status, usefulness, reason_code }: OwnReport): number {
  if (status === "approved") return karmaFor.approved + karmaFor.pointOfUsefulness * usefulness;
  return status === "rejected" && reason_code !== "duplicate" ? karmaFor.rejected : 0;
}

/**
 * What tests of the last days did to the karma. Null when all rows here do not add up to the score:
 * one of the two is stale.
 */
export function recentKarma(
  profile: Pick<Profile, "karma" | "report_guide">,
  reports: readonly OwnReport[],
  tests: readonly TesterTest[],
  now: number,
): number | null {
  const since = recently(now);
  const events = [
    ...reports.map((report) => ({ karma: karmaOf(report), at: report.reviewed_at })),
    ...completed(tests).map(({ application }) => ({ karma: karmaFor.completedTest, at: application.completed_at })),
  ];
  const sum = (list: typeof events) => list.reduce((total, { karma }) => total + karma, 0);
  // Nobody notes on which day the exercises were done: they are in the score only.
  const all = sum(events) + (profile.report_guide === "finished" ? guideKarma : 0);
  return all === profile.karma ? sum(events.filter(({ at }) => at !== null && at >= since)) : null;
}

export const completed = (tests: readonly TesterTest[]): TesterTest[] =>
  tests.filter(({ application }) => application.status === "completed");

export const recentlyCompleted = (tests: readonly TesterTest[], now: number): number =>
  completed(tests).filter(({ application: { completed_at } }) => completed_at !== null && completed_at >= recently(now))
    .length;

/**
 * How many active tests end soon, and in how many days the first one ends. Null: there is none, or
 * the campaign of one has not come yet.
 */
export function nextEnds(active: readonly TesterTest[], today: string): { soon: number; first: number } | null {
  const days = active.flatMap(({ campaign }) => (campaign ? daysLeft(campaign, today) : []));
  if (days.length === 0 || days.length < active.length) return null;
  return { soon: days.filter((n) => n <= SOON_DAYS).length, first: Math.min(...days) };
}

/**
 * What the last days brought, in cents, less what as many days before them brought. Null: those
 * brought nothing to compare with.
 */
export function earningsChange(rewards: readonly Reward[], currency: Reward["currency"], now: number): number | null {
  const since = recently(now);
  const earlier = recently(now, 2);
  let last = 0;
  let before = 0;
  for (const { status, amount_cents, earned_at, ...reward } of rewards) {
    if (status === "void" || reward.currency !== currency || earned_at < earlier) continue;
    if (earned_at >= since) last += amount_cents;
    else before += amount_cents;
  }
  return before === 0 ? null : last - before;
}
