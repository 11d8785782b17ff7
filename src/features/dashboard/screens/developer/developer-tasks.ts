import { differenceInCalendarDays } from "date-fns";
import type { ReviewQueueCounts } from "#sync/queries/feedback.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";

const kinds = [
  ...(["due_today", "sets_due_today", "critical", "due_tomorrow", "sets_due_tomorrow"] as const),
  ...(["applicants", "reports", "sets"] as const),
];

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
type ResultSet = Pick<Application, "campaign_id" | "campaign_title" | "results_due_at">;

/** Today or tomorrow. The server approves overdue ones on its next run. */
function dueOn(at: string | null, now: number): "due_today" | "due_tomorrow" | null {
  const days = at === null ? null : differenceInCalendarDays(at, now);
  if (days === null || days > 1) return null;
  return days === 1 ? "due_tomorrow" : "due_today";
}

/**
 * @param reports waiting reports; empty if the user may not review
 * @param sets waiting sets of results; empty if the user may not review
 * @param applicants waiting applicants by campaign
 * @param open campaigns that accept testers
 * @param now ms
 */
export function developerTasks(
  reports: readonly Report[],
  sets: readonly ResultSet[],
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
  const urgent = { reports: 0, sets: 0 };
  for (const { campaign_id: campaignId, campaign_title: campaignTitle, ...report } of reports) {
    const one = { campaignId, campaignTitle, count: 1, releaseId: null };
    const due = dueOn(report.due_at, now);
    const critical = report.type === "bug" && report.severity === "critical";
    if (due) add(due, one);
    if (critical) add("critical", { ...one, releaseId: report.release_id });
    if (due || critical) urgent.reports += 1;
    add("reports", one);
  }
  for (const { campaign_id: campaignId, campaign_title: campaignTitle, results_due_at } of sets) {
    const one = { campaignId, campaignTitle, count: 1, releaseId: null };
    const due = dueOn(results_due_at, now);
    if (due) add(`sets_${due}`, one);
    if (due) urgent.sets += 1;
    add("sets", one);
  }
  for (const { id: campaignId, title: campaignTitle } of open) {
    const count = applicants.get(campaignId) ?? 0;
    if (count > 0) add("applicants", { campaignId, campaignTitle, count, releaseId: null });
  }
  return [...found].flatMap(([kind, places]) => {
    // All of them are already in the lines above.
    if (kind === "reports" && urgent.reports === reports.length) return [];
    if (kind === "sets" && urgent.sets === sets.length) return [];
    const parts = [...places.values()];
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return count === 0 ? [] : [{ kind, count, parts: parts.sort((a, b) => b.count - a.count) }];
  });
}
