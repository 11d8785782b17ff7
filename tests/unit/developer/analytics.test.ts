import { describe, expect, test } from "vitest";
import { handleOf } from "../../../src/features/account/screens/developer-profile/company-values.ts";
import {
  costPerApproved,
  funnel,
  lastWeeks,
  median,
  overTime,
  platformOf,
  rewardsOf,
  shares,
  timeToAnswer,
  timeToFirstReport,
} from "../../../src/features/campaigns/screens/analytics/figures.ts";
import { contributionsOf, outcomeOf } from "../../../src/features/campaigns/summary.ts";
import { fileName, toCsv, toIssue } from "../../../src/features/reports/exports.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Reward } from "../../../sync/schema/rewards.ts";

const report = (change: Partial<Feedback>) =>
  ({
    id: "r",
    tester_id: "t1",
    tester_name: "Ana",
    assignee_name: "",
    type: "bug",
    severity: "high",
    status: "submitted",
    summary: "Crash",
    details: "",
    steps: "",
    device: "",
    reason_code: "",
    reason: "",
    rating: 3,
    attachments: [],
    priority: "",
    tags: [],
    captured_at: "2026-11-03T10:00:00.000Z",
    received_at: "2026-11-03T12:00:00.000Z",
    reviewed_at: null,
    due_at: null,
    duplicate_of: null,
    ...change,
  }) as Feedback;
const applicant = (tester_id: string, change: Partial<Application>) =>
  ({ tester_id, accepted_at: null, downloaded_at: null, ...change }) as Application;

describe("analytics", () => {
  test("S19 reports per day from the first day on, per week when there are many", () => {
    const november = { start_date: "2026-11-01", end_date: "2026-11-30" };
    const days = overTime([report({}), report({ type: "feature" })], november, "2026-11-03");
    expect(days.unit).toBe("day");
    expect(days.periods.map((p) => p.day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
    expect(days.periods[2]).toMatchObject({ bug: 1, feature: 1, usability: 0 });
    // To today while the campaign runs, and to its last day afterwards.
    const lastDay = (today: string) => overTime([report({})], november, today).periods.at(-1)?.day;
    expect([lastDay("2026-11-05"), lastDay("2026-11-30"), lastDay("2027-02-01")]).toEqual([
      "2026-11-05",
      "2026-11-30",
      "2026-11-30",
    ]);
    const weeks = overTime([report({})], { ...november, start_date: "2026-08-01" }, "2026-11-03");
    expect(weeks.unit).toBe("week");
    expect(weeks.periods.reduce((sum, p) => sum + p.bug, 0)).toBe(1);
    expect(overTime([], november, "2026-11-03").periods).toEqual([]);
  });

  test("S19 a duplicate is an outcome of its own; weeks are counted back from now", () => {
    expect(outcomeOf(report({ status: "rejected", reason_code: "duplicate" }))).toBe("duplicate");
    expect(outcomeOf(report({ status: "rejected", reason_code: "other" }))).toBe("rejected");
    expect(outcomeOf(report({ status: "submitted" }))).toBe("waiting");
    const at = (received_at: string) => report({ received_at });
    const now = Date.parse("2026-11-20T12:00:00.000Z");
    const reports = [at("2026-11-20T11:00:00.000Z"), at("2026-11-13T11:00:00.000Z"), at("2026-11-06T11:00:00.000Z")];
    expect(lastWeeks(reports, now)).toEqual({ last: 1, before: 1 });
  });

  test("S15 who found what is said inside the organization, the most useful people first", () => {
    const by = (tester_id: string, status: Feedback["status"]) => report({ tester_id, tester_name: tester_id, status });
    const reports = [by("a", "rejected"), by("a", "submitted"), by("b", "approved"), by("c", "rejected")];
    expect(contributionsOf(reports)).toEqual([
      { id: "b", name: "b", reports: 1, approved: 1 },
      { id: "a", name: "a", reports: 2, approved: 0 },
      { id: "c", name: "c", reports: 1, approved: 0 },
    ]);
  });

  test("S19 the funnel counts people, each step at most as many as the one before", () => {
    const people = [
      applicant("t1", { accepted_at: "2026-11-02T00:00:00.000Z" }),
      applicant("t2", { accepted_at: "2026-11-02T00:00:00.000Z", downloaded_at: "2026-11-02T01:00:00.000Z" }),
      applicant("t3", {}),
    ];
    expect(funnel(people, [report({ status: "approved" }), report({})])).toEqual({
      applied: 3,
      accepted: 2,
      downloaded: 2,
      reported: 1,
      approved: 1,
    });
  });

  test("S19 times and costs are medians and quotients, and nothing where there is nothing", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([1, 2])).toBe(1.5);
    expect(median([])).toBeNull();
    const hour = 3_600_000;
    const answered = report({ status: "approved", reviewed_at: "2026-11-03T15:00:00.000Z" });
    expect(timeToAnswer([answered, report({})])).toBe(3 * hour);
    const accepted = applicant("t1", { accepted_at: "2026-11-03T08:00:00.000Z" });
    expect(timeToFirstReport([accepted], [report({}), answered])).toBe(2 * hour);
    expect(costPerApproved([answered], [{ amount_cents: 1500 } as Reward])).toBe(1500);
    expect(costPerApproved([report({})], [])).toBeNull();
  });

  test("S19 what the reports of other builds earned is not part of what one build cost", () => {
    const rewards = [
      { feedback_id: "r", amount_cents: 1500 },
      { feedback_id: "of another build", amount_cents: 900 },
    ] as Reward[];
    const reports = [report({ status: "approved" })];
    expect(rewardsOf(reports, rewards)).toEqual(rewards.slice(0, 1));
    expect(costPerApproved(reports, rewardsOf(reports, rewards))).toBe(1500);
  });

  test("S19 platforms come from the tester's own device, else from the words; rare values are put together", () => {
    const own = [{ id: "d", name: "Trail phone", platform: "android", os: "15" }];
    expect(platformOf({ device: "Trail phone · 15" }, own)).toBe("android");
    expect(platformOf({ device: "iPhone 15, iOS 18" }, [])).toBe("ios");
    expect(platformOf({ device: "" }, own)).toBe("unknown");
    expect(shares(["a", "a", "b", "c"], 2)).toEqual([
      { key: "a", value: 2 },
      { key: "", value: 2 },
    ]);
  });

  test("S19 a stranger's text comes alive in no spreadsheet and calls nobody in an issue", async () => {
    const csv = await toCsv([report({ summary: "=HYPERLINK(1)", details: "+1", tester_name: "@ana" })], new Map());
    for (const cell of ["'=HYPERLINK(1)", "'+1", "'@ana"]) expect(csv).toContain(cell);
    const issue = toIssue(report({ summary: "Ask @octocat <b>", details: "# not a heading" }), {
      t: (d) => d.message ?? d.id,
      date: (d) => d,
    });
    expect(issue).not.toContain("@octocat");
    expect(issue).not.toContain("<b>");
    expect(issue).toContain("\\# not a heading");
    expect(fileName({ title: "Mapa de Ñu: ¡ya!" }, "2026-11-20", "csv")).toBe("mapa-de-nu-ya-reports-2026-11-20.csv");
  });

  test("B1 S19 the exports name the assignee, and an issue only where there is one", async () => {
    const words: Parameters<typeof toIssue>[1] = { t: (d) => d.message ?? d.id, date: (d) => d };
    const handled = report({ assignee_name: "Rita Reviewer", release_id: "r1" });
    expect(await toCsv([handled], new Map([["r1", "1.3"]]))).toMatch(
      /tester,assignee,release,.*Ana,Rita Reviewer,1\.3,/s,
    );
    expect(toIssue(report({ assignee_name: "Rita Reviewer" }), words)).toContain("- **Assigned to**: Rita Reviewer");
    expect(toIssue(report({}), words)).not.toContain("Assigned to");
  });

  test("B10 S19 the CSV file has priority and tags", async () => {
    const csv = await toCsv([report({ priority: "high", tags: ["login", "crash"] })], new Map());
    expect(csv).toMatch(/known,priority,tags,.*,high,login; crash,/s);
  });

  test("S21 a pasted address becomes the name at its end", () => {
    expect(handleOf(" https://github.com/kestrel/ ")).toBe("kestrel");
    expect(handleOf("https://www.linkedin.com/in/dana-k?x=1")).toBe("dana-k");
    expect(handleOf("@kestrel")).toBe("kestrel");
  });
});
