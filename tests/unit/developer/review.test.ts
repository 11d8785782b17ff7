import { describe, expect, test } from "vitest";
import {
  bestFirst,
  fitOf,
  fitsFully,
  isWaiting,
  mainDevice,
  sortApplicants,
  spotsOf,
  whyNotAccept,
} from "../../../src/features/applications/screens/applicants/applicant-list-rules.ts";
import { applicantOrders } from "../../../src/features/applications/search.ts";
import {
  appliedView,
  assigneesOf,
  commonTags,
  filterReports,
  isFiltered,
  isView,
  nextWaiting,
  sortReports,
  viewOf,
} from "../../../src/features/reports/screens/review/filter.ts";
import { paymentOf, rewardsOnApproval } from "../../../src/features/reports/screens/review/reward-on-approval.ts";
import {
  closable,
  groupedList,
  grouping,
  groupsOfIds,
  groupTheSame,
  originalOf,
} from "../../../src/features/reports/screens/review/similar.ts";
import type { ReviewFilter } from "../../../src/features/reports/search.ts";
import { tagsOf } from "../../../sync/queries/feedback.ts";
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
  ...{
    usefulness: 0,
    reason_code: "",
    reason: "",
    duplicate_of: null,
    duplicate_sent_at: null,
    known: false,
    fixed_release_id: null,
    reproductions: 0,
    retests: { fixed: 0, still_there: 0, unclear: 0 },
  },
  ...{ priority: "", tags: [] },
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
function similarGroups(reports: readonly Feedback[]): (readonly Feedback[])[] {
  const steps = grouping(reports);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe("review", () => {
  test("S18 filters by type, stars, bug severity, and words without accents", () => {
    const all = [
      report("bug", { severity: "high" }),
      report("idea", { type: "feature", severity: "high", rating: 5, tester_name: "Bo" }),
    ];
    expect(ids(filterReports(all, { severity: "high" }, "me"))).toEqual(["bug"]);
    expect(ids(filterReports(all, { rating: 5 }, "me"))).toEqual(["idea"]);
    expect(ids(filterReports(all, { q: "nunez CRASH" }, "me"))).toEqual(["bug"]);
    expect(ids(filterReports(all, { type: "usability" }, "me"))).toEqual([]);
  });

  test("B10 S18 filters by priority and tag ignoring case, searches tags, and sorts urgent reports first", () => {
    const all = [
      report("none"),
      report("low", { priority: "low", tags: ["Login"] }),
      report("urgent", { priority: "urgent", tags: ["payments", "login"] }),
    ];
    expect(ids(filterReports(all, { priority: "none" }, "me"))).toEqual(["none"]);
    expect(ids(filterReports(all, { priority: "urgent" }, "me"))).toEqual(["urgent"]);
    expect(ids(filterReports(all, { tag: "LOGIN" }, "me"))).toEqual(["low", "urgent"]);
    expect(ids(filterReports(all, { q: "payments login" }, "me"))).toEqual(["urgent"]);
    expect(ids(sortReports([...all], "priority"))).toEqual(["urgent", "low", "none"]);
    expect([isFiltered({ tag: "x" }), isFiltered({ priority: "low" }), isFiltered({ status: "all" })]).toEqual([
      ...[true, true, false],
    ]);
    // Most used first, in the spelling that was used first.
    expect(tagsOf(all)).toEqual(["Login", "payments"]);
    expect(commonTags(all.slice(1))).toEqual(["Login"]);
    expect([commonTags(all), commonTags([])]).toEqual([[], []]);
  });

  test("B10 S18 a saved view keeps filters, order and search, and resets everything else", () => {
    const search = { status: "all", q: "", tag: "Login", rating: 3, assignee: undefined } as const;
    const view = { name: "Mine", search: viewOf({ ...search, report: "r" } as ReviewFilter) };
    expect(view.search).toEqual({ status: "all", tag: "Login", rating: 3 });
    expect(appliedView(view)).toMatchObject({
      tag: "Login",
      rating: 3,
      q: undefined,
      sort: undefined,
      type: undefined,
    });
    expect([isView(view, search), isView(view, { ...search, q: "map" })]).toEqual([true, false]);
    const build = "11111111-1111-4111-8111-111111111111";
    expect(viewOf({ ...search, build })).toEqual(view.search);
    expect(isView(view, { ...search, build })).toBe(true);
    const older = { name: "Older", search: { ...view.search, build } };
    expect([appliedView(older).build, isView(older, search)]).toEqual([undefined, true]);
    // Written by a later version: unknown keys are ignored.
    const later = { name: "Later", search: { ...view.search, color: "red", severity: "fatal" } };
    expect(appliedView(later)).toEqual(appliedView(view));
    expect(isView(later, search)).toBe(true);
  });

  test("B1 S18 filters by assignee: me, unassigned, or a member; lists each assignee once by name", () => {
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

  test("S18 sorts reports by due date, with decided ones last", () => {
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

  test("S18 after a decision the next open report opens, then the previous one", () => {
    const shown = [report("1"), report("2", { status: "approved" }), report("3"), report("4")];
    expect(nextWaiting(shown, "1", new Set())?.id).toBe("3");
    expect(nextWaiting(shown, "4", new Set())?.id).toBe("3");
    expect(nextWaiting(shown, "1", new Set(["3", "4"]))).toBeNull();
  });

  test("B10 S18 groups similar reports of one type; rejected reports, features and other words do not match", () => {
    const said = (id: string, summary: string, change: Partial<Feedback> = {}) =>
      report(id, { summary, received_at: `2026-11-0${id}T00:00:00.000Z`, ...change });
    const all = [
      said("3", "The map crashes on start"),
      said("1", "Map crash when it starts", { status: "approved" }),
      said("2", "Map crash on start"),
      said("4", "Map crash on start", { type: "feature" }),
      said("5", "Map crash on start", { status: "rejected" }),
      said("6", "The wrong colour of the button"),
      said("7", "¿?"),
      said("8", "Undo in the invitation screen"),
      said("9", "A calmer colour for the invitation screen"),
    ];
    const groups = similarGroups(all);
    expect(groups.map(ids)).toEqual([["1", "2", "3"]]);
    const [group = []] = groups;
    expect(originalOf(group)?.id).toBe("1");
    expect(originalOf(group.slice(1))?.id).toBe("2");
    // Only open reports can be closed; the original never can.
    expect(ids(closable(group, "1"))).toEqual(["2", "3"]);
    expect(ids(closable(group, "2"))).toEqual(["3"]);
    const waiting = [all[5], all[0], all[2]].flatMap((one) => one ?? []);
    const list = groupedList(waiting, groups);
    expect(ids(list.reports)).toEqual(["2", "3", "6"]);
    expect(ids(list.groups.get("2") ?? [])).toEqual(["1", "2", "3"]);
    expect([...list.members]).toEqual(["2", "3"]);
    expect(ids(groupedList(waiting, []).reports)).toEqual(["6", "3", "2"]);
  });

  test("B10 S18 approvals and team edits do not regroup; a rejection, new tester text and a new report do", () => {
    const all = [report("1"), report("2"), report("3", { summary: "Another thing" })];
    const changed = (change: Partial<Feedback>) => all.map((one, n) => (n === 0 ? { ...one, ...change } : one));
    expect(groupTheSame(all, changed({ status: "approved", tags: ["login"], priority: "high" }))).toBe(true);
    for (const change of [{ status: "rejected" }, { summary: "Other words" }, { type: "feature" }] as const)
      expect(groupTheSame(all, changed(change))).toBe(false);
    expect(groupTheSame(all, [...all, report("4")])).toBe(false);
    const groups = [["1", "2"]];
    // Uses the current rows, and drops groups of one.
    expect(groupsOfIds(groups, changed({ status: "approved" })).map((group) => group[0]?.status)).toEqual(["approved"]);
    expect(groupsOfIds(groups, changed({ status: "rejected" }))).toEqual([]);
  });

  test("B10 a group has at most fifty reports, and a thousand similar ones are still found", () => {
    const groups = similarGroups(Array.from({ length: 1000 }, (_, n) => report(String(n))));
    expect(groups).toHaveLength(20);
    expect(new Set(groups.map((group) => group.length))).toEqual(new Set([50]));
  });

  test("S18 shows the amount that an approval pays", () => {
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
  const today = "2026-11-29";
  const campaign = {
    ...{ status: "active", end_date: today, hidden: false, max_testers: 2, platform: "all", screening: [] },
  } as unknown as Campaign;
  const applicant = (id: string, status: Application["status"], karma = 0) =>
    ({
      ...{ id, status, applied_at: id, answers: [] },
      card: { karma, rating: null, devices: [], tests_completed: 0 },
    }) as unknown as Application;

  test("S17 joined testers take the spots, and further testers cannot be accepted", () => {
    const one = [applicant("1", "accepted"), applicant("2", "withdrawn"), applicant("3", "pending")];
    expect(spotsOf(campaign, one, today)).toMatchObject({ left: 1, closed: null });
    const full = spotsOf(campaign, [...one, applicant("4", "completed")], today);
    expect(full.left).toBe(0);
    expect(full.closed).not.toBeNull();
    for (const closed of [{ status: "completed" as const }, { hidden: true }, { end_date: "2026-11-28" }])
      expect(spotsOf({ ...campaign, ...closed }, one, today).closed).not.toBeNull();
  });

  test("S17 a suspended applicant does not count as waiting and cannot be accepted", () => {
    const suspended = applicant("1", "pending");
    suspended.card.suspended = true;
    const waiting = applicant("2", "pending");
    const spots = spotsOf(campaign, [suspended, waiting], today);
    expect(whyNotAccept(waiting, spots)).toBeNull();
    expect(whyNotAccept(suspended, spots)).not.toBeNull();
    expect([suspended, waiting].filter(isWaiting)).toEqual([waiting]);
    expect(sortApplicants(campaign, [suspended, waiting], "newest")[0]?.id).toBe("2");
  });

  test("S17 names the applicant's device for the campaign's platform, if there is one", () => {
    const devices = ["MacBook Air macOS", "Pixel 8 Android"].map((name) => ({ name, platform: name, os: "" }));
    const one = { ...applicant("1", "pending"), card: { devices } } as unknown as Application;
    expect(mainDevice({ platform: "android" }, one)?.name).toBe("Pixel 8 Android");
    expect(mainDevice({ platform: "windows" }, one)?.name).toBe("MacBook Air macOS");
    expect(mainDevice({ platform: "all" }, applicant("2", "pending"))).toBeUndefined();
  });

  test("S17 waiting applicants come first in every sort order", () => {
    const list = [applicant("1", "accepted", 99), applicant("2", "pending", 1), applicant("3", "pending", 5)];
    for (const order of applicantOrders) expect(sortApplicants(campaign, list, order).at(-1)?.id).toBe("1");
    expect(sortApplicants(campaign, list, "karma")[0]?.id).toBe("3");
  });

  test("S17 rates an applicant only by criteria that the campaign asks for", () => {
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
    expect([fitsFully(asking, two), fitsFully(asking, { ...two, answers: [] }), fitsFully(asking, one)]).toEqual([
      ...[true, false, false],
    ]);
    const list = [one, two];
    expect(sortApplicants(asking, list, "newest").map(({ id }) => id)).toEqual(["2", "1"]);
    expect(sortApplicants(asking, [{ ...two, id: "3", applied_at: "0" }, one], "fit")[0]?.id).toBe("3");
    const expert = { ...two, id: "4", applied_at: "0", card: { ...two.card, karma: 600 } };
    expect(sortApplicants(asking, [two, expert, one], "fit").map(({ id }) => id)).toEqual(["4", "2", "1"]);
    // Fit counts more than karma.
    expect(sortApplicants(asking, [{ ...expert, answers: [] }, two], "fit")[0]?.id).toBe("2");
    // The best of a thousand: fit, then karma, then who applied first.
    const newcomers = Array.from({ length: 1000 }, (_, n) => applicant(String(n), "pending", n % 7));
    const card = { ...two.card, karma: 0 };
    const fits = [
      { ...two, id: "late", applied_at: "9", card },
      { ...expert, id: "expert", applied_at: "9" },
      { ...two, id: "early", applied_at: "2", card },
    ];
    const best = bestFirst(asking, [...newcomers, ...fits]);
    expect(best.slice(0, 3).map(({ id }) => id)).toEqual(["expert", "early", "late"]);
    expect(best[3]?.card.karma).toBe(6);
    expect(fitOf(asking, { ...two, answers: [] })[1]).toEqual({ fact: "answers", met: false });
  });
});
