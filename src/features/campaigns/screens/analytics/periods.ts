// The key figures of a campaign, of all its reports and of two periods to compare. Pure.
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import type { Reward } from "../../../../../sync/schema/rewards.ts";
import { endOfDay } from "../../../../i18n/format.ts";
import {
  arrived,
  costPerApproved,
  firstReports,
  rewardsOf,
  timeToAnswer,
  timeToFirstReport,
  usefulShare,
} from "./figures.ts";

const DAY = 86_400_000;

/** How many days a period has. */
export const periodLengths = [7, 30] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** Now, or when the campaign ended: ms. The empty days after that say nothing about it. */
export function endOf({ completed_at, end_date }: Pick<Campaign, "completed_at" | "end_date">, now: number): number {
  return Math.min(now, Date.parse(completed_at ?? endOfDay(end_date)));
}

/** Also what was completed a moment ago: a screen's `now` is up to half a minute old. */
export const isOver = (campaign: Pick<Campaign, "completed_at" | "end_date">, now: number): boolean =>
  campaign.completed_at !== null || endOf(campaign, now) < now;

/**
 * Reports of the days before `end`, and of as many days before those. What arrives after the end (a
 * device was offline) belongs to the last days.
 */
export function periodsOf(
  reports: readonly Feedback[],
  end: number,
  days: PeriodLength,
): { last: Feedback[]; before: Feedback[] } {
  const age = (r: Feedback) => (end - Date.parse(arrived(r))) / DAY;
  return {
    last: reports.filter((r) => age(r) < days),
    before: reports.filter((r) => age(r) >= days && age(r) < 2 * days),
  };
}

interface FigureRows {
  reports: readonly Feedback[];
  applications: readonly Application[];
  rewards: readonly Reward[];
}

/** Null: nothing to say yet. Times in ms, the share in percent, the cost in cents. */
export interface KeyFigures {
  reports: number;
  useful: number | null;
  firstReport: number | null;
  answer: number | null;
  cost: number | null;
}

/** @param part those of the reports that count: of a period, with what came of them until now */
export function keyFigures({ reports, applications, rewards }: FigureRows, part = reports): KeyFigures {
  const counts = new Set(part);
  return {
    reports: part.length,
    useful: usefulShare(part),
    firstReport: timeToFirstReport(
      applications,
      firstReports(reports).filter((r) => counts.has(r)),
    ),
    answer: timeToAnswer(part),
    cost: costPerApproved(part, part === reports ? rewards : rewardsOf(part, rewards)),
  };
}
