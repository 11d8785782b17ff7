// Recent changes of the tester's statistics, computed from local rows; null where these are not
// sufficient.

import { daysLeft } from "#features/common/campaign-rules.ts";
import { RECENT_DAYS } from "#lib/constants.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { TesterTest } from "#sync/queries/tester-tests.ts";
import { guideKarma, karmaFor } from "#sync/schema/karma.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { SOON_DAYS } from "./tester-tasks.ts";

const recently = (now: number, times = 1) => new Date(now - times * RECENT_DAYS * 86_400_000).toISOString();

function karmaOf({ status, usefulness, reason_code }: OwnReport): number {
  if (status === "approved") return karmaFor.approved + karmaFor.pointOfUsefulness * usefulness;
  return status === "rejected" && reason_code !== "duplicate" ? karmaFor.rejected : 0;
}

/**
 * Karma from recent tests. Null if the local rows do not add up to the score, so that one of the
 * two is stale.
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
  // The exercises count in the score, but their date is not stored.
  const all = sum(events) + (profile.report_guide === "finished" ? guideKarma : 0);
  return all === profile.karma ? sum(events.filter(({ at }) => at !== null && at >= since)) : null;
}

export const completed = (tests: readonly TesterTest[]): TesterTest[] =>
  tests.filter(({ application }) => application.status === "completed");

export const recentlyCompleted = (tests: readonly TesterTest[], now: number): number =>
  completed(tests).filter(({ application: { completed_at } }) => completed_at !== null && completed_at >= recently(now))
    .length;

/**
 * Number of active tests that end soon, and days until the first ends. Null without any, or if a
 * campaign row is missing.
 */
export function nextEnds(active: readonly TesterTest[], today: string): { soon: number; first: number } | null {
  const days = active.flatMap(({ campaign }) => (campaign ? daysLeft(campaign, today) : []));
  if (days.length === 0 || days.length < active.length) return null;
  return { soon: days.filter((n) => n <= SOON_DAYS).length, first: Math.min(...days) };
}

/**
 * Earnings of the last days minus those of the period before, in cents. Null if the earlier period
 * has none.
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
