// What waits for a developer, most urgent first, from what is on this device. Pure.
import { differenceInCalendarDays } from "date-fns";
import type { ReviewQueueCounts } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";

/** The kinds in the order of their urgency. */
const kinds = ["due_today", "critical", "due_tomorrow", "applicants", "reports"] as const;

/** Something to do in one campaign. */
export interface WaitingPart {
  campaignId: string;
  campaignTitle: string;
  count: number;
  /** Of `critical`: the build that the reports are about; null: none is named. */
  releaseId: string | null;
}

/** One line: all that there is to do of one kind. */
export interface Waiting {
  kind: (typeof kinds)[number];
  /** Of all parts. */
  count: number;
  /** By campaign, `critical` by build too; the largest first. Never empty. */
  parts: readonly WaitingPart[];
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
  const found = new Map<Waiting["kind"], Map<string, WaitingPart>>(kinds.map((kind) => [kind, new Map()]));
  const add = (kind: Waiting["kind"], part: WaitingPart) => {
    const key = `${part.campaignId}|${part.releaseId}`;
    const count = (found.get(kind)?.get(key)?.count ?? 0) + part.count;
    found.get(kind)?.set(key, { ...part, count });
  };
  const urgent = new Set<string>();
  for (const { campaign_id: campaignId, campaign_title: campaignTitle, ...report } of reports) {
    const one = { campaignId, campaignTitle, count: 1, releaseId: null };
    // What is overdue is approved the next time that the server looks.
    const days = report.due_at === null ? null : differenceInCalendarDays(report.due_at, now);
    const due = days !== null && days <= 1;
    const critical = report.type === "bug" && report.severity === "critical";
    if (due) add(days === 1 ? "due_tomorrow" : "due_today", one);
    if (critical) add("critical", { ...one, releaseId: report.release_id });
    if (due || critical) urgent.add(campaignId);
    add("reports", one);
  }
  for (const { id: campaignId, title: campaignTitle } of open) {
    const count = applicants.get(campaignId) ?? 0;
    if (count > 0) add("applicants", { campaignId, campaignTitle, count, releaseId: null });
  }
  return [...found].flatMap(([kind, places]) => {
    // The other reports of a campaign are seen where its urgent ones are.
    const parts = [...places.values()].filter((part) => kind !== "reports" || !urgent.has(part.campaignId));
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return count === 0 ? [] : [{ kind, count, parts: parts.sort((a, b) => b.count - a.count) }];
  });
}
