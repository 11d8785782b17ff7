import { describe, expect, test } from "vitest";
import {
  fitOf,
  sortApplicants,
  spotsOf,
} from "../../../src/features/applications/screens/applicants/applicant-list-rules.ts";
import { applicantOrders } from "../../../src/features/applications/search.ts";
import {
  assigneesOf,
  filterReports,
  likeness,
  nextWaiting,
  sortReports,
} from "../../../src/features/reports/screens/review/filter.ts";
import { paymentOf, rewardsOnApproval } from "../../../src/features/reports/screens/review/reward-on-approval.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Reward } from "../../../sync/schema/rewards.ts";

const report = (id: string, change: Partial<Feedback> = {}): Feedback => ({
  id,
  campaign_id: "c",
  campaign_title: "",
  application_id: "a",
  tester_id: "t1",
  tester_name: "Ana Núñez",
  org_id: "o",
  developer_id: "d",
  assignee_id: null,
  assignee_name: "",
  release_id: null,
  type: "bug",
  rating: 3,
  summary: "Crash on start",
  details: "",
  steps: "",
  severity: "medium",
  device: "",
  attachments: [],
  uploaded: [],
  status: "submitted",
  ...{ usefulness: 0, reason_code: "", reason: "", duplicate_of: null, known: false, reproductions: 0 },
  captured_at: "2026-11-01T00:00:00.000Z",
  received_at: "2026-11-01T00:00:00.000Z",
  reviewed_at: null,
  due_at: "2026-11-08T00:00:00.000Z",
  hidden: false,
  history: [],
  is_sample: false,
  created_at: "",
  updated_at: "",
  sync_xid: "1",
  sync_client: "",
  sync_seq: 0,
  ...change,
});
const ids = (list: readonly Feedback[]) => list.map((r) => r.id);

describe("review", () => {
  test("S18 filters by type, stars, severity of bugs, and words without accents", () => {
    const all = [
      report("bug", { severity: "high" }),
      report("idea", { type: "feature", severity: "high", rating: 5, tester_name: "Bo" }),
    ];
    expect(ids(filterReports(all, { severity: "high" }, "me"))).toEqual(["bug"]);
    expect(ids(filterReports(all, { rating: 5 }, "me"))).toEqual(["idea"]);
    expect(ids(filterReports(all, { q: "nunez CRASH" }, "me"))).toEqual(["bug"]);
    expect(ids(filterReports(all, { type: "usability" }, "me"))).toEqual([]);
  });

  test("B1 S18 filters by the assignee: oneself, nobody, a member; those to choose from stand by name, once each", () => {
    const all = [
      report("mine", { assignee_id: "me", assignee_name: "Zoe" }),
      report("nobody's"),
      report("theirs", { assignee_id: "ben", assignee_name: "Ben" }),
      report("theirs, too", { assignee_id: "ben", assignee_name: "Ben" }),
    ];
    expect(ids(filterReports(all, { assignee: "me" }, "me"))).toEqual(["mine"]);
    expect(ids(filterReports(all, { assignee: "nobody" }, "me"))).toEqual(["nobody's"]);
    expect(ids(filterReports(all, { assignee: "ben" }, "me"))).toEqual(["theirs", "theirs, too"]);
    expect(assigneesOf(all)).toEqual([
      { id: "ben", name: "Ben" },
      { id: "me", name: "Zoe" },
    ]);
  });

  test("S18 what is due soonest comes first, what was answered last", () => {
    const all = [
      report("answered", { status: "approved", due_at: null }),
      report("late", { due_at: "2026-11-20T00:00:00.000Z" }),
      report("soon", { due_at: "2026-11-02T00:00:00.000Z" }),
    ];
    expect(ids(sortReports(all, "due"))).toEqual(["soon", "late", "answered"]);
    expect(
      ids(sortReports([report("low", { severity: "low" }), report("worst", { severity: "critical" })], "severity")),
    ).toEqual(["worst", "low"]);
  });

  test("S18 after an answer the next waiting report opens, then the one before", () => {
    const shown = [report("1"), report("2", { status: "approved" }), report("3"), report("4")];
    expect(nextWaiting(shown, "1", new Set())?.id).toBe("3");
    expect(nextWaiting(shown, "4", new Set())?.id).toBe("3");
    expect(nextWaiting(shown, "1", new Set(["3", "4"]))).toBeNull();
  });

  test("likely duplicates share words", () => {
    expect(likeness("Crash on start", "crash at START")).toBeGreaterThan(likeness("Crash on start", "Wrong colour"));
    expect(likeness("", "anything")).toBe(0);
  });

  test("S18 says what an approval pays", () => {
    const reward = { tester_id: "t1" } as Reward;
    const earns = (model: Campaign["reward_model"], list: Feedback[], all = list, rewards: Reward[] = []) =>
      rewardsOnApproval({ reward_model: model }, list, all, rewards);
    expect(earns("testing", [report("1")])).toEqual(["pays"]);
    expect(earns("testing", [report("1")], [], [reward])).toEqual(["paid_already"]);
    expect(earns("testing", [report("1")], [report("2", { status: "approved" })])).toEqual(["paid_already"]);
    expect(earns("suggestions", [report("1"), report("2", { type: "feature" })])).toEqual(["only_suggestions", "pays"]);
    expect(earns("downloading", [report("1")])).toEqual(["if_downloaded"]);
  });

  test("S18 the sum of a bulk approval counts each reward once", () => {
    const of = (model: Campaign["reward_model"], list: Feedback[]) =>
      paymentOf({ reward_amount_cents: 1500 }, rewardsOnApproval({ reward_model: model }, list, list, []));
    const list = [report("1"), report("2"), report("3", { tester_id: "t2" })];
    expect(of("testing", list)).toEqual({ cents: 3000, paid: 2, free: 1, atMost: false });
    expect(of("suggestions", list)).toEqual({ cents: 0, paid: 0, free: 3, atMost: false });
    const builds = [
      report("1", { release_id: "r1" }),
      report("2", { release_id: "r1" }),
      report("3", { release_id: "r2" }),
    ];
    expect(of("downloading", builds)).toEqual({ cents: 3000, paid: 2, free: 1, atMost: true });
  });
});

describe("applicants", () => {
  const campaign = { status: "active", max_testers: 2, platform: "all", screening: [] } as unknown as Campaign;
  const applicant = (id: string, status: Application["status"], karma = 0) =>
    ({
      ...{ id, status, applied_at: id, answers: [] },
      card: { karma, rating: null, devices: [], tests_completed: 0 },
    }) as unknown as Application;

  test("S17 spots are taken by who is in, and nobody is accepted beyond them", () => {
    const one = [applicant("1", "accepted"), applicant("2", "withdrawn"), applicant("3", "pending")];
    expect(spotsOf(campaign, one)).toMatchObject({ left: 1, closed: null });
    const full = spotsOf(campaign, [...one, applicant("4", "completed")]);
    expect(full.left).toBe(0);
    expect(full.closed).not.toBeNull();
    expect(spotsOf({ ...campaign, status: "completed" }, one).closed).not.toBeNull();
  });

  test("S17 who waits comes first in every order", () => {
    const list = [applicant("1", "accepted", 99), applicant("2", "pending", 1), applicant("3", "pending", 5)];
    for (const order of applicantOrders) expect(sortApplicants(campaign, list, order).at(-1)?.id).toBe("1");
    expect(sortApplicants(campaign, list, "karma")[0]?.id).toBe("3");
  });

  test("S17 what speaks for an applicant is counted of what the campaign can ask", () => {
    const one = applicant("1", "pending");
    expect(fitOf(campaign, one)).toEqual([
      { fact: "tests", met: false },
      { fact: "rating", met: false },
    ]);
    const asking = {
      ...campaign,
      platform: "android",
      screening: [{ id: "q", required: true, pass: ["yes"] }],
    } as unknown as Campaign;
    const two = {
      ...applicant("2", "pending"),
      answers: [{ question_id: "q", value: "yes" }],
      card: { devices: [{ name: "Pixel 8", platform: "Android", os: "" }], tests_completed: 1, rating: 4 },
    } as unknown as Application;
    expect(fitOf(asking, two).map(({ fact, met }) => [fact, met])).toEqual([
      ...[["device", true] as const, ["answers", true] as const, ["tests", true] as const, ["rating", true] as const],
    ]);
    const list = [one, two];
    expect(sortApplicants(asking, list, "newest").map(({ id }) => id)).toEqual(["2", "1"]);
    expect(sortApplicants(asking, [{ ...two, id: "3", applied_at: "0" }, one], "fit")[0]?.id).toBe("3");
    const expert = { ...two, id: "4", applied_at: "0", card: { ...two.card, karma: 600 } };
    expect(sortApplicants(asking, [two, expert, one], "fit").map(({ id }) => id)).toEqual(["4", "2", "1"]);
    // A better fit counts more.
    expect(sortApplicants(asking, [{ ...expert, answers: [] }, two], "fit")[0]?.id).toBe("2");
    expect(fitOf(asking, { ...two, answers: [] })[1]).toEqual({ fact: "answers", met: false });
  });
});
