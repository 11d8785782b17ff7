import { dayOf, endOfDay } from "#i18n/format.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { CampaignRows } from "../../summary.ts";
import {
  arrived,
  atNoon,
  costPerApproved,
  DAY,
  earlier,
  firstReports,
  funnel,
  rewardsOf,
  timeToAnswer,
  timeToFirstReport,
  usefulShare,
} from "./figures.ts";

export const periodLengths = [7, 30] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** Now, or the end of the campaign, in ms, so that empty days after the end do not count. */
export function endOf({ completed_at, end_date }: Pick<Campaign, "completed_at" | "end_date">, now: number): number {
  return Math.min(now, Date.parse(completed_at ?? endOfDay(end_date)));
}

/** Includes campaigns completed a moment ago: the screen's `now` is up to 30 seconds old. */
export const isOver = (campaign: Pick<Campaign, "completed_at" | "end_date">, now: number): boolean =>
  campaign.completed_at !== null || endOf(campaign, now) < now;

/**
 * Splits reports into the `days` before `end` and the same number of days before. Late reports
 * count for the last days.
 */
export function periodsOf(
  reports: readonly Feedback[],
  end: number,
  days: number,
): { last: Feedback[]; before: Feedback[] } {
  const age = (r: Feedback) => (end - Date.parse(arrived(r))) / DAY;
  return {
    last: reports.filter((r) => age(r) < days),
    before: reports.filter((r) => age(r) >= days && age(r) < 2 * days),
  };
}

/** Days, both included; undefined without a limit. */
export interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

export const isIn = ({ from = "", to = "9999" }: DayRange, instant: string): boolean => {
  const day = dayOf(Date.parse(instant));
  return from <= day && day <= to;
};

/**
 * The limits of a range within the campaign, and the range of the same length before it.
 * @param end of the campaign, or now
 */
export function rangesOf(
  { from, to }: DayRange,
  campaign: Pick<Campaign, "start_date">,
  end: number,
): { range: { from: string; to: string }; before: { from: string; to: string }; days: number } {
  const limits = [from ?? earlier(campaign.start_date, to ?? dayOf(end)), to ?? dayOf(end)] as const;
  const [first, last] = from && to && from > to ? [to, from] : limits;
  const days = Math.max(1, Math.round((atNoon(last) - atNoon(first)) / DAY) + 1);
  const back = (day: string, by: number) => dayOf(atNoon(day) - by * DAY);
  return {
    range: { from: first, to: last },
    before: { from: back(first, days), to: back(first, 1) },
    days,
  };
}

/** How far the testers got who applied in these days. */
export function funnelIn(range: DayRange, applications: readonly Application[], reports: readonly Feedback[]) {
  const applied = applications.filter((a) => isIn(range, a.applied_at));
  const testers = new Set(applied.map((a) => a.tester_id));
  return funnel(
    applied,
    reports.filter((r) => testers.has(r.tester_id)),
  );
}

type FigureRows = Pick<CampaignRows, "reports" | "applications" | "rewards">;

/** Null without data. Times in ms, shares in percent, costs in cents. */
export interface KeyFigures {
  reports: number;
  useful: number | null;
  firstReport: number | null;
  answer: number | null;
  cost: number | null;
}

/** @param part the reports to count, with their current results */
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
