// Computes the campaign summary from local rows, like `private.campaign_summary` does on the server
// for shared links.

import type { Application } from "#sync/schema/applications.ts";
import { type CampaignSummary, MOST_FINDINGS } from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { type Feedback, type Outcome, severity } from "#sync/schema/feedback.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { resultSummary } from "../tasks/result-figures.ts";

export function outcomeOf({ status, reason_code }: Pick<Feedback, "status" | "reason_code">): Outcome {
  if (status === "rejected") return reason_code === "duplicate" ? "duplicate" : "rejected";
  return status === "approved" || status === "changes_requested" ? status : "waiting";
}

function countBy<T, K extends string>(list: readonly T[], keyOf: (one: T) => K): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {};
  for (const one of list) {
    const key = keyOf(one);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

type Finding = CampaignSummary["findings"][number];

/** Only bugs have a severity chosen by a tester, so suggestions come last. */
const placeOf = (one: Pick<Finding, "type" | "severity">): number =>
  one.type === "bug"
    ? severity.options.toReversed().indexOf(one.severity)
    : severity.options.length + Number(one.type === "feature");

interface FindingGroup extends Pick<Finding, "type" | "severity"> {
  findings: Finding[];
}

/** Groups findings with the same rank, in order. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<number, FindingGroup>();
  for (const one of findings) {
    const { type, severity } = one;
    const group = groups.get(placeOf(one)) ?? { type, severity, findings: [] };
    group.findings.push(one);
    groups.set(placeOf(one), group);
  }
  return [...groups.values()];
}

/** The rows of a campaign from which figures and summary are computed. */
export interface CampaignRows {
  campaign: Campaign;
  reports: readonly Feedback[];
  rewards: readonly Reward[];
  releases: readonly Release[];
  applications: readonly Application[];
  tasks: readonly Task[];
}

export function summaryOf({
  campaign,
  reports,
  rewards,
  releases,
  applications,
  tasks,
}: CampaignRows): CampaignSummary {
  const { title, description, start_date, end_date, platform, reward_model, reward_amount_cents, currency } = campaign;
  const rated = reports.filter(({ rating }) => rating > 0);
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const fixedIn = (r: Feedback) => versions.get(r.fixed_release_id ?? "") ?? "";
  const approved = reports.filter(({ status }) => status === "approved");
  const built = reports.flatMap(({ release_id }) => versions.get(release_id ?? "") ?? []);
  return {
    ...{ title, description, start_date, end_date, platform, reward_model, reward_amount_cents, currency },
    testers: campaign.testers_joined,
    reporters: new Set(reports.map(({ tester_id }) => tester_id)).size,
    cost_cents: rewards.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    reports: reports.length,
    rating: rated.length === 0 ? null : rated.reduce((sum, { rating }) => sum + rating, 0) / rated.length,
    types: countBy(reports, ({ type }) => type),
    severities: countBy(
      reports.filter(({ type }) => type === "bug"),
      ({ severity }) => severity,
    ),
    outcomes: countBy(reports, outcomeOf),
    fixed: approved.filter((r) => fixedIn(r) !== "").length,
    builds: Object.entries(countBy(built, (version) => version))
      .map(([version, count = 0]) => ({ version, reports: count }))
      .sort((a, b) => b.reports - a.reports),
    findings: approved
      .toSorted(
        (a, b) =>
          placeOf(a) - placeOf(b) ||
          b.usefulness - a.usefulness ||
          b.reproductions - a.reproductions ||
          a.id.localeCompare(b.id),
      )
      .slice(0, MOST_FINDINGS)
      .map((r) => ({ ...r, fixed_in: fixedIn(r) })),
    results: resultSummary(tasks, applications),
  };
}

export interface Contribution {
  id: string;
  name: string;
  reports: number;
  approved: number;
}

/** Testers by number of useful reports. Never shown outside the organization. */
export function contributionsOf(reports: readonly Feedback[]): Contribution[] {
  const people = new Map<string, Contribution>();
  for (const { tester_id: id, tester_name: name, status } of reports) {
    const known = people.get(id) ?? { id, name, reports: 0, approved: 0 };
    known.reports++;
    if (status === "approved") known.approved++;
    people.set(id, known);
  }
  return [...people.values()].sort((a, b) => b.approved - a.approved || b.reports - a.reports);
}
