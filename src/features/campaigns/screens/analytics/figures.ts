// Computes statistics from a campaign's rows. Nothing is stored.

import { compareNames } from "#i18n/compare-names.ts";
import { dayOf } from "#i18n/format.ts";
import { fold } from "#lib/text-match.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Device } from "#sync/schema/profiles.ts";
import type { Reward } from "#sync/schema/rewards.ts";

export const DAY = 86_400_000;
/** Beyond a year, day labels without a year would be ambiguous. */
const MOST_WEEKS = 52;

interface Period {
  day: string;
  bug: number;
  feature: number;
  usability: number;
}
export interface OverTime {
  unit: "day" | "week" | "month";
  periods: Period[];
}

export const arrived = (r: Feedback) => r.received_at ?? r.captured_at;
const dayAt = (instant: string) => dayOf(Date.parse(instant));
export const atNoon = (day: string) => new Date(`${day}T12:00:00`).getTime();
export const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a > b ? a : b);

type CampaignDays = Pick<Campaign, "start_date" | "end_date" | "published_at" | "completed_at">;

/** Days without reports to show after the last report of an ended campaign. */
const QUIET_DAYS = 3;

/**
 * The first and last day of the chart: from publishing to today or the early completion. Omits
 * weeks without reports after the end.
 */
function daysOf(campaign: CampaignDays, today: string, newest: string): [string, string] {
  const { start_date, end_date, published_at, completed_at } = campaign;
  const end = completed_at ? earlier(end_date, dayAt(completed_at)) : end_date;
  const quiet = dayOf(atNoon(newest) + QUIET_DAYS * DAY);
  return [
    published_at ? later(start_date, dayAt(published_at)) : start_date,
    end < today ? earlier(end, quiet) : today,
  ];
}

/**
 * Reports per day from the campaign's start to today or its end; per week or month if there were
 * more than `most` bars. Late reports from offline devices extend the range.
 * @param range replaces the campaign's days
 */
export function overTime(
  reports: readonly Feedback[],
  campaign: CampaignDays,
  today: string,
  most: number,
  range?: { from: string; to: string },
): OverTime {
  const days = reports.map((r) => dayAt(arrived(r))).sort();
  const [oldest, newest] = [days[0], days.at(-1)];
  if (!oldest || !newest) return { unit: "day", periods: [] };
  const [start, end] = range ? [range.from, range.to] : daysOf(campaign, today, newest);
  const [first, last] = [earlier(start, oldest), later(end, newest)];
  const offset = (day: string) => Math.round((atNoon(day) - atNoon(first)) / DAY);
  const span = offset(last) + 1;
  const unit = span <= most ? "day" : Math.ceil(span / 7) <= Math.min(most, MOST_WEEKS) ? "week" : "month";
  const startOf = (day: string) =>
    unit === "day" ? day : unit === "week" ? dayOf(atNoon(day) - (offset(day) % 7) * DAY) : `${day.slice(0, 7)}-01`;
  const periods = new Map<string, Period>();
  for (let i = 0; i < span; i++) {
    const day = startOf(dayOf(atNoon(first) + i * DAY));
    if (!periods.has(day)) periods.set(day, { day, bug: 0, feature: 0, usability: 0 });
  }
  for (const r of reports) {
    const period = periods.get(startOf(dayAt(arrived(r))));
    if (period) period[r.type]++;
  }
  return { unit, periods: [...periods.values()] };
}

export const funnelSteps = ["applied", "accepted", "downloaded", "reported", "approved"] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Counts testers, not reports. A report implies a download, even if none was recorded. */
export function funnel(
  applications: readonly Application[],
  reports: readonly Feedback[],
): { readonly [S in FunnelStep]: number } {
  const reported = new Set(reports.map((r) => r.tester_id));
  const approved = new Set(reports.filter((r) => r.status === "approved").map((r) => r.tester_id));
  const accepted = applications.filter((a) => a.accepted_at !== null || reported.has(a.tester_id));
  return {
    applied: applications.length,
    accepted: accepted.length,
    downloaded: accepted.filter((a) => a.downloaded_at !== null || reported.has(a.tester_id)).length,
    reported: reported.size,
    approved: approved.size,
  };
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

const between = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from));

export function firstReports(reports: readonly Feedback[]): Feedback[] {
  const first = new Map<string, Feedback>();
  for (const report of reports) {
    const known = first.get(report.tester_id);
    if (!known || report.captured_at < known.captured_at) first.set(report.tester_id, report);
  }
  return [...first.values()];
}

/** Median time from acceptance to the first report, in ms, over the testers of these reports. */
export function timeToFirstReport(applications: readonly Application[], firsts: readonly Feedback[]): number | null {
  const at = new Map(firsts.map(({ tester_id, captured_at }) => [tester_id, captured_at]));
  return median(
    applications.flatMap(({ tester_id, accepted_at }) => {
      const reported = at.get(tester_id);
      return accepted_at && reported ? [between(accepted_at, reported)] : [];
    }),
  );
}

/** Median time from a report's arrival to its review, in ms. */
export const timeToAnswer = (reports: readonly Feedback[]): number | null =>
  median(reports.flatMap((r) => (r.received_at && r.reviewed_at ? [between(r.received_at, r.reviewed_at)] : [])));

/** Percentage of approved among reviewed reports; null before the first review. */
export function usefulShare(reports: readonly Feedback[]): number | null {
  const decided = reports.filter(({ status }) => status === "approved" || status === "rejected");
  const approved = decided.filter(({ status }) => status === "approved");
  return decided.length === 0 ? null : (approved.length / decided.length) * 100;
}

export function rewardsOf(reports: readonly Feedback[], rewards: readonly Reward[]): Reward[] {
  const ids = new Set(reports.map(({ id }) => id));
  return rewards.filter(({ feedback_id }) => feedback_id !== null && ids.has(feedback_id));
}

/** Cents per approved report; null before the first approval. */
export function costPerApproved(reports: readonly Feedback[], rewards: readonly Reward[]): number | null {
  const approved = reports.filter((r) => r.status === "approved").length;
  const spent = rewards.reduce((sum, r) => sum + r.amount_cents, 0);
  return approved === 0 ? null : Math.round(spent / approved);
}

export interface Share {
  key: string;
  value: number;
}

/** Counts each value, most frequent first. Values beyond `most` are summed under "". */
export function shares(values: readonly string[], most: number): Share[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const all = [...counts].map(([key, value]) => ({ key, value }));
  all.sort((a, b) => b.value - a.value || compareNames(a.key, b.key));
  if (all.length <= most) return all;
  const rest = all.slice(most - 1).reduce((sum, one) => sum + one.value, 0);
  return [...all.slice(0, most - 1), { key: "", value: rest }];
}

const systems = [
  ["ios", /\b(ios|iphone|ipad|ipados)\b/],
  ["macos", /\b(macos|mac os|macbook|imac|mac)\b/],
  ["windows", /\bwindows\b/],
  ["android", /\b(android|pixel|galaxy|samsung|xiaomi|oneplus|motorola|moto|oppo|huawei|nokia|fairphone)\b/],
  ["web", /\b(chrome|firefox|safari|edge|opera|linux|chromeos)\b/],
] as const;
export type SeenPlatform = (typeof systems)[number][0] | "unknown";

const ownDevice = (deviceText: string, devices: readonly Device[]): Device | undefined =>
  devices.find((d) => d.name !== "" && deviceText.startsWith(fold(d.name)));

/** The platform of the tester's device, else guessed from the device text. */
export function platformOf(report: Pick<Feedback, "device">, devices: readonly Device[]): SeenPlatform {
  const deviceText = fold(report.device);
  const own = ownDevice(deviceText, devices);
  const text = own ? fold(`${own.platform} ${own.os} ${own.name}`) : deviceText;
  return systems.find(([, words]) => words.test(text))?.[0] ?? "unknown";
}

const versioned = [
  ["iPadOS", /\bipados ?(\d+)/],
  ["iOS", /\bios ?(\d+)/],
  ["macOS", /\bmac ?os(?: x)? ?(\d+)/],
  ["Windows", /\bwindows ?(\d+)/],
  ["Android", /\bandroid ?(\d+)/],
] as const;

/** System and major version, like "Android 16"; empty without a version. */
export function systemOf(report: Pick<Feedback, "device">, devices: readonly Device[]): string {
  const deviceText = fold(report.device);
  const own = ownDevice(deviceText, devices);
  for (const text of own ? [deviceText, fold(own.os), fold(`${own.platform} ${own.os}`)] : [deviceText])
    for (const [name, pattern] of versioned) {
      const version = pattern.exec(text)?.[1];
      if (version) return `${name} ${version}`;
    }
  return "";
}
