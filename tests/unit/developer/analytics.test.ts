import { describe, expect, test } from "vitest";
import { handleOf } from "../../../src/features/account/screens/developer-profile/company-values.ts";
import {
  costPerApproved,
  firstReports,
  funnel,
  median,
  overTime,
  platformOf,
  rewardsOf,
  shares,
  systemOf,
  timeToAnswer,
  timeToFirstReport,
  usefulShare,
} from "../../../src/features/campaigns/screens/analytics/figures.ts";
import {
  endOf,
  funnelIn,
  isIn,
  isOver,
  keyFigures,
  periodsOf,
  rangesOf,
} from "../../../src/features/campaigns/screens/analytics/periods.ts";
import { contributionsOf, outcomeOf } from "../../../src/features/campaigns/summary.ts";
import { fileName, toCsv, toIssue, toJson, toMarkdown } from "../../../src/features/reports/exports.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
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
    duplicate_sent_at: null,
    ...change,
  }) as Feedback;
const applicant = (tester_id: string, change: Partial<Application>) =>
  ({ tester_id, accepted_at: null, downloaded_at: null, ...change }) as Application;

describe("analytics", () => {
  test("S19 a range of days has both its ends, and is compared with as many days before", () => {
    const end = Date.parse("2026-11-20T12:00:00.000Z");
    const campaign = { start_date: "2026-11-01" };
    expect(rangesOf({ from: "2026-11-05", to: "2026-11-07" }, campaign, end)).toEqual({
      range: { from: "2026-11-05", to: "2026-11-07" },
      before: { from: "2026-11-02", to: "2026-11-04" },
      days: 3,
    });
    expect(rangesOf({ from: "2026-11-07", to: "2026-11-05" }, campaign, end).range).toEqual({
      from: "2026-11-05",
      to: "2026-11-07",
    });
    expect(rangesOf({ from: undefined, to: "2026-11-01" }, campaign, end).days).toBe(1);
    expect(rangesOf({ from: "2026-11-19", to: undefined }, campaign, end).range.to).toBe("2026-11-20");
    const range = { from: "2026-11-05", to: "2026-11-07" };
    const days = ["2026-11-04", "2026-11-05", "2026-11-07", "2026-11-08"];
    expect(days.map((day) => isIn(range, `${day}T12:00:00.000Z`))).toEqual([false, true, true, false]);
    const applied = (tester_id: string, day: string) => applicant(tester_id, { applied_at: `${day}T12:00:00.000Z` });
    const people = [applied("t1", "2026-11-06"), applied("t2", "2026-11-02")];
    const reports = [report({}), report({ tester_id: "t2" })];
    expect(funnelIn(range, people, reports)).toMatchObject({ applied: 1, reported: 1 });
  });

  describe("over time", () => {
    const november = {
      start_date: "2026-11-01",
      end_date: "2026-11-30",
      published_at: "2026-10-30T12:00:00.000Z",
      completed_at: null,
    };
    const on = (day: string) => report({ received_at: `${day}T12:00:00.000Z` });
    const edges = (...args: Parameters<typeof overTime>) => {
      const { unit, periods } = overTime(...args);
      return [unit, periods.length, periods[0]?.day, periods.at(-1)?.day];
    };

    test("S19 counts reports per day from the campaign's start to today, or to a few days after its end", () => {
      const days = overTime([report({}), report({ type: "feature" })], november, "2026-11-03", 31);
      expect(days.unit).toBe("day");
      expect(days.periods.map((p) => p.day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
      expect(days.periods[2]).toMatchObject({ bug: 1, feature: 1, usability: 0 });
      const last = (today: string) => edges([report({})], november, today, 31)[3];
      expect([last("2026-11-05"), last("2026-11-30"), last("2027-02-01")]).toEqual([
        ...["2026-11-05", "2026-11-30", "2026-11-06"],
      ]);
      expect(edges([on("2026-11-29")], november, "2027-02-01", 31)[3]).toBe("2026-11-30");
      expect(overTime([], november, "2026-11-03", 31).periods).toEqual([]);
    });

    test("S19 shows no days before publication and none after completion", () => {
      const campaign = {
        ...november,
        published_at: "2026-11-02T12:00:00.000Z",
        completed_at: "2026-11-09T12:00:00.000Z",
      };
      expect(edges([on("2026-11-08")], campaign, "2026-12-24", 31)).toEqual(["day", 8, "2026-11-02", "2026-11-09"]);
      expect(edges([on("2026-11-08")], { ...campaign, start_date: "1900-01-01" }, "2026-12-24", 31)[1]).toBe(8);
    });

    test("S19 also counts reports from before the start or after the end", () => {
      const { periods } = overTime([on("2026-10-31"), on("2026-12-04")], november, "2026-12-24", 62);
      expect([periods[0], periods.at(-1)]).toMatchObject([
        { day: "2026-10-31", bug: 1 },
        { day: "2026-12-04", bug: 1 },
      ]);
    });

    test("S19 limits the number of bars: groups by week, and by month over more than a year", () => {
      const since = (start_date: string) => ({ ...november, start_date, published_at: `${start_date}T12:00:00.000Z` });
      const reports = [on("2026-11-03"), on("2026-11-04")];
      expect(edges(reports, since("2026-10-05"), "2026-11-04", 31)).toEqual(["day", 31, "2026-10-05", "2026-11-04"]);
      expect(edges(reports, since("2026-10-04"), "2026-11-04", 31)).toEqual(["week", 5, "2026-10-04", "2026-11-01"]);
      expect(edges(reports, since("2026-10-04"), "2026-11-04", 62)[0]).toBe("day");
      // Weeks start on the campaign's weekday, also across daylight saving changes.
      expect(edges(reports, since("2026-04-02"), "2026-11-04", 31)).toEqual(["week", 31, "2026-04-02", "2026-10-29"]);
      expect(edges(reports, since("2026-04-01"), "2026-11-04", 31)).toEqual(["month", 8, "2026-04-01", "2026-11-01"]);
      expect(edges(reports, since("2025-10-31"), "2026-11-04", 62)).toEqual(["month", 14, "2025-10-01", "2026-11-01"]);
      for (const start of ["2026-10-04", "2026-04-02", "2025-10-31"])
        expect(overTime(reports, since(start), "2026-11-04", 31).periods.at(-1)).toMatchObject({ bug: 2 });
    });
  });

  test("S19 counts duplicates as a separate outcome", () => {
    expect(outcomeOf(report({ status: "rejected", reason_code: "duplicate" }))).toBe("duplicate");
    expect(outcomeOf(report({ status: "rejected", reason_code: "other" }))).toBe("rejected");
    expect(outcomeOf(report({ status: "submitted" }))).toBe("waiting");
  });

  describe("the last days and the period before", () => {
    const noon = (day: string) => `2026-11-${day}T12:00:00.000Z`;
    const now = Date.parse(noon("20"));
    const on = (day: string, change: Partial<Feedback> = {}) =>
      report({ id: day, captured_at: noon(day), received_at: noon(day), ...change });

    test("S19 periods count back from now, or from the end of a completed campaign", () => {
      const running = { end_date: "2026-12-24", completed_at: null };
      expect(endOf(running, now)).toBe(now);
      expect(endOf({ ...running, completed_at: noon("09") }, now)).toBe(Date.parse(noon("09")));
      expect(endOf({ ...running, end_date: "2026-11-09" }, now)).toBe(new Date("2026-11-09T23:59:59").getTime());
      expect(isOver(running, now)).toBe(false);
      expect(isOver({ ...running, end_date: "2026-11-09" }, now)).toBe(true);
      // The campaign was completed after the screen's clock last ticked.
      expect(isOver({ ...running, completed_at: new Date(now + 5_000).toISOString() }, now)).toBe(true);
      const reports = [on("19"), on("13"), on("10"), on("05"), on("01")];
      const ids = (end: number, days: 7 | 30) => {
        const { last, before } = periodsOf(reports, end, days);
        return [last.map(({ id }) => id), before.map(({ id }) => id)];
      };
      expect(ids(now, 7)).toEqual([["19"], ["13", "10"]]);
      expect(ids(now, 30)).toEqual([["19", "13", "10", "05", "01"], []]);
      // Reports after the end count towards the last days.
      expect(ids(Date.parse(noon("09")), 7)).toEqual([["19", "13", "10", "05"], ["01"]]);
    });

    test("S19 key figures cover the reports of a period and their outcomes until now", () => {
      const accepted = applicant("t1", { accepted_at: noon("09") });
      const reports = [
        on("11", { status: "approved", reviewed_at: noon("12") }),
        on("18", { status: "approved", reviewed_at: noon("20") }),
        on("19", { status: "rejected", reviewed_at: noon("20") }),
      ];
      const rewards = [
        { feedback_id: "11", amount_cents: 1500 },
        { feedback_id: "18", amount_cents: 500 },
      ] as Reward[];
      const rows = { reports, applications: [accepted], rewards };
      const { last, before } = periodsOf(reports, now, 7);
      const day = 86_400_000;
      // The tester's first report was in the period before, so this period has no first report.
      expect(keyFigures(rows, last)).toEqual({
        ...{ reports: 2, useful: 50, firstReport: null, answer: 1.5 * day, cost: 500 },
      });
      expect(keyFigures(rows, before)).toEqual({
        ...{ reports: 1, useful: 100, firstReport: 2 * day, answer: day, cost: 1500 },
      });
      expect(keyFigures(rows)).toMatchObject({ reports: 3, cost: 1000, firstReport: 2 * day });
      expect(usefulShare([report({})])).toBeNull();
    });
  });

  test("S15 names testers inside the organization, the most useful first", () => {
    const by = (tester_id: string, status: Feedback["status"]) => report({ tester_id, tester_name: tester_id, status });
    const reports = [by("a", "rejected"), by("a", "submitted"), by("b", "approved"), by("c", "rejected")];
    expect(contributionsOf(reports)).toEqual([
      { id: "b", name: "b", reports: 1, approved: 1 },
      { id: "a", name: "a", reports: 2, approved: 0 },
      { id: "c", name: "c", reports: 1, approved: 0 },
    ]);
  });

  test("S19 the funnel counts people, and no step exceeds the one before", () => {
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

  test("S19 times are medians, costs are quotients, and both are empty without data", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([1, 2])).toBe(1.5);
    expect(median([])).toBeNull();
    const hour = 3_600_000;
    const answered = report({ status: "approved", reviewed_at: "2026-11-03T15:00:00.000Z" });
    expect(timeToAnswer([answered, report({})])).toBe(3 * hour);
    const accepted = applicant("t1", { accepted_at: "2026-11-03T08:00:00.000Z" });
    expect(timeToFirstReport([accepted], firstReports([report({}), answered]))).toBe(2 * hour);
    expect(costPerApproved([answered], [{ amount_cents: 1500 } as Reward])).toBe(1500);
    expect(costPerApproved([report({})], [])).toBeNull();
  });

  test("S19 rewards for reports on other builds do not count towards a build's cost", () => {
    const rewards = [
      { feedback_id: "r", amount_cents: 1500 },
      { feedback_id: "of another build", amount_cents: 900 },
    ] as Reward[];
    const reports = [report({ status: "approved" })];
    expect(rewardsOf(reports, rewards)).toEqual(rewards.slice(0, 1));
    expect(costPerApproved(reports, rewardsOf(reports, rewards))).toBe(1500);
  });

  test("S19 platforms come from the tester's device, else from the report's text; rare values are grouped", () => {
    const own = [{ id: "d", name: "Trail phone", platform: "android", os: "15" }];
    expect(platformOf({ device: "Trail phone · 15" }, own)).toBe("android");
    expect(platformOf({ device: "iPhone 15, iOS 18" }, [])).toBe("ios");
    expect(platformOf({ device: "" }, own)).toBe("unknown");
    const systems = [
      "Trail phone · 15",
      "Pixel 8 · Android 16.1",
      "iPhone 15, iOS 18",
      "iPad · iPadOS 17.4",
      "Pixel 8",
    ];
    expect(systems.map((device) => systemOf({ device }, own))).toEqual([
      ...["Android 15", "Android 16", "iOS 18", "iPadOS 17", ""],
    ]);
    expect(shares(["a", "a", "b", "c"], 2)).toEqual([
      { key: "a", value: 2 },
      { key: "", value: 2 },
    ]);
  });

  test("S19 a tester's text cannot become a spreadsheet formula or mention a user in an issue", async () => {
    const csv = await toCsv([report({ summary: "=HYPERLINK(1)", details: "+1", tester_name: "@ana" })], new Map());
    for (const cell of ["'=HYPERLINK(1)", "'+1", "'@ana"]) expect(csv).toContain(cell);
    const issue = toIssue(report({ summary: "Ask @octocat <b>", details: "# not a heading" }), {
      t: (d) => d.message ?? d.id,
      date: (d) => d,
      versions: new Map(),
    });
    expect(issue).not.toContain("@octocat");
    expect(issue).not.toContain("<b>");
    expect(issue).toContain("\\# not a heading");
    expect(fileName({ title: "Mapa de Ñu: ¡ya!" }, "2026-11-20", "csv")).toBe("mapa-de-nu-ya-reports-2026-11-20.csv");
  });

  test("B1 S19 exports name the assignee, build and device, and the issue if there is one", async () => {
    const versions = new Map([["r1", "1.3"]]);
    const words: Parameters<typeof toIssue>[1] = { t: (d) => d.message ?? d.id, date: (d) => d, versions };
    const handled = report({ assignee_name: "Rita Reviewer", release_id: "r1", device: "Pixel 8 · Android 16" });
    expect(await toCsv([handled], versions)).toMatch(
      /tester,assignee,release,device,.*Ana,Rita Reviewer,1\.3,Pixel 8 · Android 16,/s,
    );
    const { reports } = JSON.parse(toJson({} as Campaign, [handled], versions, "2026-11-20T12:00:00Z"));
    expect(reports).toMatchObject([{ release: "1.3", device: "Pixel 8 · Android 16" }]);
    for (const issue of [toIssue(handled, words), toMarkdown([report({}), handled], words)]) {
      expect(issue).toContain("- **Assigned to**: Rita Reviewer");
      expect(issue).toContain("- **Build**: 1.3");
    }
    expect(toIssue(report({ release_id: "not here" }), words)).not.toMatch(/Assigned to|Build/);
  });

  test("B10 S19 the CSV file has columns for priority and tags", async () => {
    const csv = await toCsv([report({ priority: "high", tags: ["login", "crash"] })], new Map());
    expect(csv).toMatch(/known,priority,tags,.*,high,login; crash,/s);
  });

  test("S21 a pasted profile address becomes the user name at its end", () => {
    expect(handleOf(" https://github.com/kestrel/ ")).toBe("kestrel");
    expect(handleOf("https://www.linkedin.com/in/dana-k?x=1")).toBe("dana-k");
    expect(handleOf("@kestrel")).toBe("kestrel");
  });
});
