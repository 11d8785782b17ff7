// What waits for a developer, most urgent first, from what is on this device. Pure.
import { differenceInCalendarDays } from "date-fns";
import type { ReviewQueueCounts } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";

/** The kinds in the order of their urgency. */
const kinds = ["due_today", "critical", "due_tomorrow", "applicants", "reports"] as const;

/** One line: something to do in one campaign. */
export interface Waiting {
  kind: (typeof kinds)[number];
  campaignId: string;
  campaignTitle: string;
  count: number;
  /** Of `critical`: the build that the reports are about; null: none is named. */
  releaseId: string | null;
}

type Report = Pick<Feedback, "campaign_id" | "campaign_title" | "type" | "severity" | "due_at" | "release_id">;

/**
 * @param reports those that wait for an answer; empty for who may not answer
 * @param applicants of each campaign, those that wait
 * @param open the campaigns that still take testers
 * @param now ms
 */
export function whatWaits(
  reports: readonly Report[],
  applicants: ReviewQueueCounts["byCampaign"],
  open: readonly Pick<Campaign, "id" | "title">[],
  now: number,
): Waiting[] {
  const lines = new Map<string, Waiting>();
  const count = (kind: Waiting["kind"], report: Report, releaseId: string | null = null) => {
    const { campaign_id: campaignId, campaign_title: campaignTitle } = report;
    const key = `${kind}|${campaignId}|${releaseId}`;
    const line = lines.get(key) ?? { kind, campaignId, campaignTitle, count: 0, releaseId };
    lines.set(key, { ...line, count: line.count + 1 });
  };
  for (const report of reports) {
    // What is overdue is approved the next time that the server looks.
    const days = report.due_at === null ? null : differenceInCalendarDays(report.due_at, now);
    if (days !== null && days <= 1) count(days === 1 ? "due_tomorrow" : "due_today", report);
    if (report.type === "bug" && report.severity === "critical") count("critical", report, report.release_id);
    count("reports", report);
  }
  const urgent = new Set([...lines.values()].flatMap((line) => (line.kind === "reports" ? [] : [line.campaignId])));
  const waiting = [...lines.values()].filter((line) => line.kind !== "reports" || !urgent.has(line.campaignId));
  for (const { id: campaignId, title: campaignTitle } of open) {
    const people = applicants.get(campaignId) ?? 0;
    if (people > 0) waiting.push({ kind: "applicants", campaignId, campaignTitle, count: people, releaseId: null });
  }
  return waiting.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.count - a.count);
}
