import { daysLeft, holdsSpot } from "#features/common/campaign-rules.ts";
import { isUntouched, type OwnReport } from "#sync/queries/feedback.ts";
import { isActiveTest, type TesterTest } from "#sync/queries/tester-tests.ts";

/** A test ends soon this number of days before its end; without a report it then becomes a task. */
export const SOON_DAYS = 3;

/**
 * - `rejected`, `changes`, `draft`: a rejected, returned or unfinished report.
 * - `results`: the developer sent the results of the tasks back.
 * - `report`: the test ends soon without a report.
 * - `tasks`: the test ends soon, and its required tasks are not submitted.
 * - `build`: the build was not downloaded.
 */
const kinds = ["rejected", "changes", "results", "draft", "report", "tasks", "build"] as const;

export interface Waiting {
  kind: (typeof kinds)[number];
  key: string;
  /** Null if the task is on the test's page. */
  report: OwnReport | null;
  campaignId: string;
  campaignTitle: string;
  /** Null until the campaign row arrives. */
  campaign: TesterTest["campaign"];
  days: number | null;
  soon: boolean;
}

const kindOf = (report: OwnReport): Waiting["kind"] | null =>
  report.rejection
    ? "rejected"
    : report.status === "changes_requested"
      ? "changes"
      : report.status === "draft" && !isUntouched(report)
        ? "draft"
        : null;

/** @param today local calendar day */
export function testerTasks(
  reports: readonly OwnReport[],
  tests: readonly TesterTest[],
  today: string,
): readonly Waiting[] {
  const testOf = new Map(tests.map((test) => [test.application.campaign_id, test]));
  const line = (kind: Waiting["kind"], campaignId: string, campaignTitle: string, report: OwnReport | null) => {
    const campaign = testOf.get(campaignId)?.campaign ?? null;
    const days = campaign && campaign.end_date >= today ? daysLeft(campaign, today) : null;
    const soon = days !== null && days <= SOON_DAYS;
    return { kind, key: report?.id ?? campaignId, report, campaignId, campaignTitle, campaign, days, soon };
  };
  const all: Waiting[] = reports.flatMap((report) => {
    const kind = kindOf(report);
    return kind ? line(kind, report.campaign_id, report.campaign_title, report) : [];
  });
  const open = new Set(all.map(({ campaignId }) => campaignId));
  for (const test of tests) {
    const { application, campaign, progress, byTasks } = test;
    const { campaign_id, campaign_title } = application;
    if (application.results_status === "returned" && holdsSpot(application)) {
      const sentBack = line("results", campaign_id, campaign_title, null);
      all.push({ ...sentBack, key: `results|${campaign_id}` });
      continue;
    }
    if (open.has(campaign_id) || !campaign || !isActiveTest(test, today) || campaign.start_date > today) continue;
    // 75 % means that a report or the results were sent.
    if (progress >= 75) continue;
    const kind = application.downloaded_at === null ? "build" : byTasks ? "tasks" : "report";
    const one = line(kind, campaign_id, campaign_title, null);
    if (one.kind === "build" || one.soon) all.push(one);
  }
  return all.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.days ?? 1e9) - (b.days ?? 1e9));
}
