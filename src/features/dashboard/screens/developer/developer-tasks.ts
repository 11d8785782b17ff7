import { differenceInCalendarDays } from "date-fns";
import type { ReviewQueueCounts } from "#sync/queries/feedback.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";

const kinds = ["due_today", "critical", "due_tomorrow", "applicants", "reports"] as const;

export interface WaitingPart {
  campaignId: string;
  campaignTitle: string;
  count: number;
  /** Set for `critical`: the build of the reports, or null. */
  releaseId: string | null;
}

export interface Waiting {
  kind: (typeof kinds)[number];
  count: number;
  /** Per campaign, and for `critical` per build; largest first, never empty. */
  parts: readonly WaitingPart[];
}

type Report = Pick<Feedback, "campaign_id" | "campaign_title" | "type" | "severity" | "due_at" | "release_id">;

/**
 * @param reports waiting reports; empty if the user may not review
 * @param applicants waiting applicants by campaign
 * @param open campaigns that accept testers
 * @param now ms
 */
export function developerTasks(
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
  let urgent = 0;
  for (const { campaign_id: campaignId, campaign_title: campaignTitle, ...report } of reports) {
    const one = { campaignId, campaignTitle, count: 1, releaseId: null };
    // The server approves overdue reports on its next run.
    const days = report.due_at === null ? null : differenceInCalendarDays(report.due_at, now);
    const due = days !== null && days <= 1;
    const critical = report.type === "bug" && report.severity === "critical";
    if (due) add(days === 1 ? "due_tomorrow" : "due_today", one);
    if (critical) add("critical", { ...one, releaseId: report.release_id });
    if (due || critical) urgent += 1;
    add("reports", one);
  }
  for (const { id: campaignId, title: campaignTitle } of open) {
    const count = applicants.get(campaignId) ?? 0;
    if (count > 0) add("applicants", { campaignId, campaignTitle, count, releaseId: null });
  }
  return [...found].flatMap(([kind, places]) => {
    // All reports are already in the lines above.
    if (kind === "reports" && urgent === reports.length) return [];
    const parts = [...places.values()];
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return count === 0 ? [] : [{ kind, count, parts: parts.sort((a, b) => b.count - a.count) }];
  });
}
