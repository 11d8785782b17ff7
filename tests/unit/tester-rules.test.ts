// Tester rules without a screen: search, recommendations, known issues, progress, and validation.

import { describe, expect, test } from "vitest";
import { applicationNext, stageOf } from "../../src/features/campaigns/next-step.ts";
import {
  filterOffers,
  fittingFirst,
  reasonsFor,
  recommend,
  requestOf,
  withAnswer,
} from "../../src/features/campaigns/offers.ts";
import { isEverything, isSameSearch, searchOf } from "../../src/features/campaigns/saved-search.ts";
import { likelyPlatforms } from "../../src/features/catalog/user-device.ts";
import {
  acceptsTesters,
  applyState,
  daysLeft,
  isShort,
  requirementsOf,
} from "../../src/features/common/campaign-rules.ts";
import { detectedDevice, deviceChoices } from "../../src/features/common/device.ts";
import {
  earningsChange,
  nextEnds,
  recentKarma,
  recentlyCompleted,
} from "../../src/features/dashboard/screens/tester/recent-changes.ts";
import { testerTasks } from "../../src/features/dashboard/screens/tester/tester-tasks.ts";
import { likelyMatches } from "../../src/features/reports/matching.ts";
import {
  emptyHistory,
  historyAfter,
  inTheMiddle,
  isTap,
  kept,
  linesOf,
  moved,
  penLine,
  rectOf,
  shows,
  textAt,
  withMark,
} from "../../src/features/reports/screens/report/markup/shapes.ts";
import { problemsOf } from "../../src/features/reports/screens/report/report-rules.ts";
import { sendingBlocked } from "../../src/features/reports/screens/report/sending.ts";
import { earningsByMonth, lastTwoMonths } from "../../src/features/rewards/screens/rewards/months.ts";
import { icalendar } from "../../src/lib/icalendar.ts";
import { matches } from "../../src/lib/text-match.ts";
import { axisAmounts, axisDates } from "../../src/ui/chart/axis.ts";
import { payoutBlocked } from "../../sync/mutations/payouts.ts";
import { testersJoined } from "../../sync/queries/open-campaigns.ts";
import { onlyReward } from "../../sync/queries/rewards.ts";
import { isActiveTest, isByTasks, stepsDone, testProgress } from "../../sync/queries/tester-tests.ts";
import { levelAfter, levelOf } from "../../sync/schema/karma.ts";
import { platformsOf } from "../../sync/schema/profiles.ts";
import { searchLimits } from "../../sync/schema/searches.ts";
import { taskOf } from "./tasks/cases.ts";

const today = "2026-11-20";
const campaign = (over: object = {}) =>
  ({
    id: "c1",
    title: "Café planner",
    description: "Plan your week in a café",
    developer_name: "Dana Kessler",
    category: "productivity",
    platform: "android",
    reward_amount_cents: 1500,
    currency: "USD",
    start_date: "2026-11-01",
    end_date: "2026-12-01",
    max_testers: 10,
    testers_joined: 4,
    status: "active",
    published_at: "2026-10-30T00:00:00.000Z",
    completed_at: null,
    ...over,
  }) as never;
const offer = (over: object = {}, application: unknown = null) => ({ campaign: campaign(over), application }) as never;
const application = (over: object = {}) => ({ status: "accepted", downloaded_at: null, ...over }) as never;
const report = (over: object = {}) => ({ status: "draft", received_at: null, ...over }) as never;

test("S8 search ignores case and accents, and covers title, description and developer", () => {
  expect(matches("CAFE", "Café planner")).toBe(true);
  expect(matches("kessler week", "Café planner\nPlan your week\nDana Kessler")).toBe(true);
  expect(matches("kessler month", "Café planner\nPlan your week\nDana Kessler")).toBe(false);
});

test("S8 filters: platform includes campaigns for all devices, spots and applied exclude, sort orders hold", () => {
  const offers = [
    offer({ id: "a", platform: "all", end_date: "2026-12-09", reward_amount_cents: 500 }),
    offer({ id: "b", platform: "ios", end_date: "2026-11-21", reward_amount_cents: 900 }),
    offer({ id: "c", testers_joined: 10, end_date: "2026-11-25" }, application()),
  ];
  const ids = (filters: object) => filterOffers(offers, filters, today).map((o) => o.campaign.id);
  expect(ids({})).toEqual(["b", "c", "a"]);
  expect(ids({ sort: "reward" })).toEqual(["c", "b", "a"]);
  expect(ids({ platform: "ios" })).toEqual(["b", "a"]);
  expect(ids({ spots: true })).toEqual(["b", "a"]);
  expect(ids({ hide: true })).toEqual(["b", "a"]);
  expect(ids({ days: 7 })).toEqual(["b", "c"]);
  expect(ids({ reward: 900, currency: "USD" })).toEqual(["b", "c"]);
  expect(ids({ q: "nothing like it" })).toEqual([]);
});

test("S8 compares rewards within one currency only", () => {
  const offers = [
    offer({ id: "yen", currency: "JPY", reward_amount_cents: 2000 }),
    offer({ id: "small", reward_amount_cents: 500 }),
    offer({ id: "large", reward_amount_cents: 900 }),
    offer({ id: "euro", currency: "EUR", reward_amount_cents: 700 }),
  ];
  const ids = (filters: object) => filterOffers(offers, filters, today).map((o) => o.campaign.id);
  expect(ids({ reward: 600, currency: "USD" })).toEqual(["large"]);
  expect(ids({ reward: 600, currency: "EUR" })).toEqual(["euro"]);
  expect(ids({ sort: "reward", currency: "USD" })).toEqual(["large", "small", "euro", "yen"]);
});

test("S8 requirements: one per line, and a comma does not split a sentence", () => {
  const of = (requirements: string) => requirementsOf({ requirements });
  expect(of("A phone, a dark room")).toEqual(["A phone", "a dark room"]);
  expect(of("English, and patience with long forms")).toEqual(["English, and patience with long forms"]);
  expect(of("English; a phone, charged\n• Patience")).toEqual(["English", "a phone, charged", "Patience"]);
  expect(of("")).toEqual([]);
});

test("S7 recommends no campaigns that are applied to or full; device matches come first, with the reason", () => {
  const profile = { devices: [{ id: "d", name: "Pixel 8", platform: "android", os: "Android 16" }], expertise: [] };
  const list = recommend(
    [
      offer({ id: "web", platform: "web", end_date: "2026-11-22" }),
      offer({ id: "fits" }),
      offer({ id: "full", testers_joined: 10 }),
      offer({ id: "mine" }, application()),
    ],
    profile as never,
    new Map(),
    () => "Productivity",
    6,
    new Set(["android"]),
  );
  expect(list.map((r) => r.campaign.id)).toEqual(["fits", "web"]);
  expect(list[0]?.because).toEqual([{ kind: "device", name: "Pixel 8" }]);
  expect(list[1]?.because).toEqual([]);
});

test("S7 recommendations: expertise and earlier tests count by category, each with its reason", () => {
  const list = recommend(
    [
      offer({ id: "other", category: "travel", platform: "web", end_date: "2026-11-22" }),
      offer({ id: "skill", category: "shopping", platform: "web" }),
      offer({ id: "before", category: "education", platform: "web" }),
    ],
    { devices: [], expertise: ["shopping"] },
    new Map([["education", 2]]),
    (category) => category,
    6,
    new Set(),
  );
  expect(list.map((r) => r.campaign.id)).toEqual(["skill", "before", "other"]);
  expect(list[0]?.because).toEqual([{ kind: "expertise", name: "shopping" }]);
  expect(list[1]?.because).toEqual([{ kind: "history", category: "education" }]);
});

test("S8 S9 a test matches a device of its platform; a test for all platforms matches any known device", () => {
  const device = (name: string, os: string) => ({ id: name, name, platform: "", os });
  const profile = { devices: [device("Fridge", "Custom"), device("Pixel 9", "Android 16")], expertise: [] };
  const reasons = (platform: string, who: typeof profile | null = profile) =>
    reasonsFor(campaign({ platform }), who, new Map(), () => "Productivity");
  expect(reasons("android")).toEqual([{ kind: "device", name: "Pixel 9" }]);
  expect(reasons("all")).toEqual([{ kind: "device", name: "Pixel 9" }]);
  expect(reasons("ios")).toEqual([{ kind: "other_platform", platform: "ios" }]);
  expect(reasons("all", null)).toEqual([]);
});

test("S8 S9 days left are whole calendar days; a few words make a chip, a sentence does not", () => {
  const left = (end_date: string) => daysLeft({ end_date }, today);
  expect([left("2026-11-20"), left("2026-11-21"), left("2026-11-29"), left("2026-11-19")]).toEqual([0, 1, 9, -1]);
  expect(isShort("Android 10 or later")).toBe(true);
  expect(isShort("Somebody who takes a train at least twice a week")).toBe(false);
});

test("S7 lists open tasks once each: rejected changes, requested changes, returned results, drafts, ending tests, builds", () => {
  const test = (id: string, end_date: string, application: object = {}, progress = 25, byTasks = false) =>
    ({
      application: { campaign_id: id, campaign_title: id, status: "accepted", downloaded_at: null, ...application },
      campaign: campaign({ id, end_date }),
      ...{ progress, byTasks },
      reports: { drafts: 0, submitted: 0, approved: 0, sentBack: 0 },
    }) as never;
  const own = (id: string, campaign_id: string, status: string, over: object = {}) =>
    ({
      id,
      campaign_id,
      campaign_title: campaign_id,
      status,
      summary: "Typed",
      details: "",
      steps: "",
      rating: 0,
      attachments: [],
      rejection: null,
      ...over,
    }) as never;
  const here = { downloaded_at: "2026-11-10T00:00:00.000Z" };
  const shown = testerTasks(
    [
      own("draft", "with-draft", "draft"),
      own("untouched", "begun", "draft", { summary: "" }),
      own("sent", "reported", "submitted"),
      own("back", "reported", "changes_requested"),
      own("no", "gone", "submitted", { rejection: { key: "k", code: "c", message: "" } }),
    ],
    [
      test("with-draft", "2026-11-22"),
      test("begun", "2026-12-20"),
      test("later", "2026-12-20", here, 50),
      test("soon", "2026-11-23", here, 50),
      test("script", "2026-11-23", here, 50, true),
      test("reported", "2026-11-21", {}, 75),
      test("sooner-build", "2026-12-01"),
      test("over", "2026-11-19"),
      test("results", "2026-11-19", { results_status: "returned" }, 75),
      test("left", "2026-12-01", { status: "withdrawn", results_status: "returned" }),
    ],
    today,
  );
  expect(shown.map(({ kind, key, days, soon }) => [kind, key, days, soon])).toEqual([
    ["rejected", "no", null, false],
    ["changes", "back", 1, true],
    ["results", "results|results", null, false],
    ["draft", "draft", 2, true],
    ["report", "soon", 3, true],
    ["tasks", "script", 3, true],
    ["build", "sooner-build", 11, false],
    ["build", "begun", 30, false],
  ]);
});

test("S8 the filter for the user's devices includes their platforms and campaigns for all", () => {
  const offers = [offer({ id: "a", platform: "all" }), offer({ id: "i", platform: "ios" }), offer({ id: "d" })];
  const platforms = platformsOf([{ id: "d", name: "Pixel 8", platform: "", os: "Android 16" }]);
  expect([...platforms]).toEqual(["android"]);
  expect(filterOffers(offers, { mine: true }, today, platforms).map((o) => o.campaign.id)).toEqual(["a", "d"]);
});

test("S8 the request contains the filters; the user's devices become platforms", () => {
  const own = new Set(["ios", "android"]);
  expect(requestOf({}, own)).toEqual({ sort: "deadline" });
  expect(requestOf({ platform: "web", q: "map", hide: true, sort: "newest" }, own)).toEqual({
    ...{ platforms: ["web"], q: "map", hide: true, sort: "newest" },
  });
  expect(requestOf({ mine: true }, own)).toEqual({ platforms: ["android", "ios"], sort: "deadline" });
  expect(requestOf({ mine: true, platform: "ios" }, own)).toEqual({ platforms: ["ios"], sort: "deadline" });
  // Two devices share only tests for all devices.
  expect(requestOf({ mine: true, platform: "web" }, own)).toEqual({ platforms: ["all"], sort: "deadline" });
  expect(requestOf({ mine: true }, new Set())).toEqual({ platforms: ["all"], sort: "deadline" });
  // A currency matters only with an amount.
  expect(requestOf({ currency: "EUR" }, own)).toEqual({ sort: "deadline" });
  expect(requestOf({ currency: "EUR", sort: "reward" }, own)).toEqual({ currency: "EUR", sort: "reward" });
  expect(requestOf({ currency: "EUR", reward: 500 }, own)).toMatchObject({ currency: "EUR", reward: 500 });
});

test("S7 S8 tests that fit the tester's devices precede tests for other platforms, in every order", () => {
  const offers = [
    offer({ id: "ios", platform: "ios", end_date: "2026-11-21", reward_amount_cents: 9000 }),
    offer({ id: "android", end_date: "2026-12-01" }),
    offer({ id: "web", platform: "web", end_date: "2026-12-02" }),
    offer({ id: "all", platform: "all", end_date: "2026-12-03" }),
  ];
  const own = new Set(["android"]);
  const ids = (filters: object, platforms = own) =>
    filterOffers(offers, filters, today, platforms).map((o) => o.campaign.id);
  expect(ids({})).toEqual(["android", "web", "all", "ios"]);
  expect(ids({ sort: "reward" }).at(-1)).toBe("ios");
  expect(ids({ platform: "ios" })).toEqual(["ios", "all"]);
  expect(ids({}, new Set())).toEqual(["ios", "android", "web", "all"]);
  expect(fittingFirst({}, own)).toEqual({ first: ["android", "web"], sort: "deadline" });
  expect(fittingFirst({ mine: true }, own)).toEqual(requestOf({ mine: true }, own));
  expect(fittingFirst({ platform: "ios" }, own)).toEqual(requestOf({ platform: "ios" }, own));
  expect(fittingFirst({}, new Set())).toEqual({ sort: "deadline" });
  const profile = {
    devices: [{ id: "d", name: "Pixel 8", platform: "android", os: "" }],
    expertise: ["Productivity"],
  };
  const list = recommend(offers, profile as never, new Map(), () => "Productivity", 4, own);
  expect(list.map(({ campaign: { id } }) => id)).toEqual(["android", "all", "web", "ios"]);
  expect(list.at(-1)?.because.at(-1)).toEqual({ kind: "other_platform", platform: "ios" });
  // A tester without named devices, with an Android phone.
  const phone = likelyPlatforms([], { system: "android", version: null });
  const guessed = recommend(offers, { devices: [], expertise: [] }, new Map(), () => "", 4, phone);
  expect(guessed.at(-1)).toMatchObject({ campaign: { id: "ios" }, because: [] });
  expect(likelyPlatforms([], { system: "ipad", version: null })).toEqual(new Set(["ios"]));
  expect(likelyPlatforms([], { system: "windows", version: null })).toEqual(new Set());
  expect(likelyPlatforms(profile.devices, { system: "iphone", version: null })).toEqual(own);
});

test("S8 the filter for tests that accept instantly excludes full ones", () => {
  const offers = [
    offer({ id: "instant", auto_select: true }),
    offer({ id: "full", auto_select: true, testers_joined: 10 }),
    offer({ id: "chosen", auto_select: false }),
  ];
  expect(filterOffers(offers, { instant: true }, today).map((o) => o.campaign.id)).toEqual(["instant"]);
  expect(requestOf({ instant: true }, new Set())).toEqual({ instant: true, sort: "deadline" });
});

test("S8 combines the server's response with data that only this device has", () => {
  const card = (id: string, more: object = {}) => campaign({ id, org_id: "o", ...more });
  const answer = { cards: [card("a", { end_date: "2026-11-21" }), card("b"), card("c", { org_id: "bad" })], total: 9 };
  const own = {
    applications: new Map([["b", application()]]),
    blocked: new Set(["bad"]),
    unlisted: [card("invited", { end_date: "2026-11-22" }), card("later", { end_date: "2026-12-24" })],
  };
  const shown = (filters: object, complete: boolean) => {
    const { items, total } = withAnswer(answer, complete, own, filters, today, new Set());
    return [items.map((one) => one.campaign.id), total];
  };
  // A card that belongs after the last one arrives with its page.
  expect(shown({}, false)).toEqual([["a", "invited", "b"], 10]);
  expect(shown({}, true)).toEqual([["a", "invited", "b", "later"], 10]);
  expect(shown({ hide: true }, true)).toEqual([["a", "invited", "later"], 9]);
  expect(shown({ category: "travel" }, true)[0]).toEqual(["a", "b"]);
});

test("S12 T8 offers a payout where the server would accept it, and gives the reason where not", () => {
  const reward = (status: string, currency = "USD") => ({ status, currency, amount_cents: 500 }) as never;
  const payout = (status: string, sync_xid: string) => ({ status, currency: "USD", sync_xid }) as never;
  expect(payoutBlocked([reward("earned")], [], "USD", "a@b.test")).toBeNull();
  expect(payoutBlocked([reward("earned")], [], "USD", " ")).toBe("no_paypal");
  expect(payoutBlocked([reward("requested"), reward("earned", "EUR")], [], "USD", "a@b.test")).toBe("no_rewards");
  expect(payoutBlocked([reward("earned")], [payout("requested", "")], "USD", "a@b.test")).toBe("waiting");
  expect(payoutBlocked([reward("earned")], [payout("requested", "812")], "USD", "a@b.test")).toBeNull();
});

describe("S7 recent changes", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");
  const recent = "2026-11-01T12:00:00.000Z";
  const old = "2026-10-21T11:00:00.000Z";
  const reviewed = (status: string, reviewed_at: string, over: object = {}) =>
    ({ status, reviewed_at, usefulness: 0, reason_code: "", ...over }) as never;
  const joined = (status: string, completed_at: string | null, over: object = {}) =>
    ({ application: { status, completed_at }, campaign: campaign(), ...over }) as never;

  test("S7 S13 counts karma from the tests of the last 30 days, if all rows on the device add up to the score", () => {
    const reports = [
      reviewed("approved", recent, { usefulness: 4 }),
      reviewed("approved", old, { usefulness: 5 }),
      reviewed("rejected", recent, { reason_code: "other" }),
      reviewed("rejected", recent, { reason_code: "duplicate" }),
      reviewed("submitted", recent),
    ];
    const tests = [joined("completed", recent), joined("completed", old), joined("accepted", null)];
    const karma = (score: number, report_guide: "open" | "finished") =>
      recentKarma({ karma: score, report_guide }, reports, tests, now);
    expect(karma(18 + 20 - 5 + 20 + 20, "open")).toBe(18 - 5 + 20);
    // Exercises count towards the score but belong to no day.
    expect(karma(73 + 5, "finished")).toBe(33);
    expect([karma(73, "finished"), karma(74, "open")]).toEqual([null, null]);
  });

  test("S7 completed tests and deadlines: the last 30 days and the next three", () => {
    expect(
      recentlyCompleted([joined("completed", recent), joined("completed", old), joined("accepted", null)], now),
    ).toBe(1);
    const ending = (end_date: string) => joined("accepted", null, { campaign: campaign({ end_date }) });
    expect(nextEnds([ending("2026-11-20"), ending("2026-11-23"), ending("2026-11-24")], today)).toEqual({
      ...{ soon: 2, first: 0 },
    });
    expect(nextEnds([ending("2026-12-01")], today)).toEqual({ soon: 0, first: 11 });
    expect(nextEnds([], today)).toBeNull();
    expect(nextEnds([ending("2026-12-01"), joined("accepted", null, { campaign: null })], today)).toBeNull();
  });

  test("S7 compares earnings with the 30 days before, in one currency, if that period had any", () => {
    const reward = (earned_at: string, amount_cents: number, over: object = {}) =>
      ({ earned_at, amount_cents, currency: "USD", status: "earned", ...over }) as never;
    const rewards = [
      reward(recent, 1500),
      reward(recent, 9900, { status: "void" }),
      reward(recent, 300, { currency: "EUR" }),
      reward(old, 2000),
      reward("2026-09-20T12:00:00.000Z", 7000),
    ];
    expect(earningsChange(rewards, "USD", now)).toBe(-500);
    expect(earningsChange(rewards, "EUR", now)).toBeNull();
    expect(earningsChange([reward(recent, 100), reward(old, 100)], "USD", now)).toBe(0);
  });
});

test("S12 earnings per month show gaps, and exclude other currencies and void rewards", () => {
  const reward = (earned_at: string, amount_cents: number, over: object = {}) =>
    ({ earned_at: `${earned_at}T12:00:00.000Z`, amount_cents, currency: "USD", status: "earned", ...over }) as never;
  const rewards = [
    reward("2026-11-03", 500),
    reward("2026-11-01", 700, { status: "paid" }),
    reward("2026-09-10", 300, { currency: "EUR" }),
    reward("2026-08-10", 900, { status: "void" }),
    reward("2026-03-10", 200),
    reward("2025-11-30", 9900),
  ];
  const shown = (currency: "USD" | "EUR" | "GBP") =>
    earningsByMonth(rewards, currency, today).map(({ month, cents }) => [month, cents]);
  // The chart covers at most one year, from the first month with earnings.
  expect(shown("USD")[0]).toEqual(["2026-03", 200]);
  expect(shown("USD")).toHaveLength(9);
  expect(shown("USD").at(-1)).toEqual(["2026-11", 1200]);
  expect(shown("USD").find(([month]) => month === "2026-08")).toEqual(["2026-08", 0]);
  // The chart covers at least half a year.
  expect(shown("EUR").map(([month]) => month)).toEqual([
    ...["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11"],
  ]);
  expect(shown("GBP")).toEqual([]);
  // Compares this month with the whole previous one; two empty months compare nothing.
  const compared = (currency: "USD" | "EUR", on: string) => lastTwoMonths(earningsByMonth(rewards, currency, on));
  expect(compared("USD", today)).toEqual({ now: 1200, before: 0 });
  expect(compared("USD", "2026-12-01")).toEqual({ now: 0, before: 1200 });
  expect(compared("EUR", today)).toBeNull();
  expect(
    [axisAmounts(2600), axisAmounts(300), axisAmounts(123_456), axisAmounts(7), axisAmounts(1)].map((each) =>
      each.join(),
    ),
  ).toEqual([...["0,1000,2000,3000", "0,100,200,300", "0,50000,100000,150000", "0,2,4,6,8", "0,1"]]);
});

test("S12 a chart's axis names its first and last dates, and evenly spaced ones between while they fit", () => {
  expect([axisDates(30, 14), axisDates(12, 4), axisDates(6, 14), axisDates(9, 1), axisDates(1, 4)]).toEqual([
    ...[[0, 6, 12, 17, 23, 29], [0, 4, 7, 11], [0, 1, 2, 3, 4, 5], [0, 8], [0]],
  ]);
  expect(axisDates(0, 4)).toEqual([]);
});

test("S11 annotations: undo and redo, none leaves the picture, a mosaic covers whole pixels", () => {
  const size = { width: 400, height: 200 };
  const one = inTheMiddle("1", "blur", size);
  const added = historyAfter(emptyHistory, { type: "set", shapes: [one] });
  const undone = historyAfter(added, { type: "undo" });
  expect(undone.shapes).toEqual([]);
  expect(historyAfter(undone, { type: "redo" }).shapes).toEqual([one]);
  expect(historyAfter(undone, { type: "undo" })).toBe(undone);
  expect(moved(one, 9999, 9999, size, false)).toMatchObject({ x2: 400, y2: 200 });
  expect(moved(one, -9999, 0, size, false)).toMatchObject({ x1: 0 });
  expect(moved(one, 9999, 0, size, true)).toMatchObject({ x1: one.x1, x2: 400 });
  expect(rectOf({ ...one, x1: 10.6, y1: 20.2, x2: -5, y2: 40.1 }, size)).toEqual({
    x: 0,
    y: 20,
    width: 11,
    height: 21,
  });
  expect(isTap({ ...one, x1: 10, y1: 10, x2: 12, y2: 11 }, size)).toBe(true);
});

test("S11 annotations: a typed word is undone at once, a pen line moves with its box, only one crop", () => {
  const size = { width: 400, height: 200 };
  const words = { ...inTheMiddle("1", "text", size), text: "" };
  const typed = [..."Here"].reduce(
    (history, _, i) =>
      historyAfter(history, { type: "set", step: "write 1", shapes: [{ ...words, text: "Here".slice(0, i + 1) }] }),
    historyAfter(emptyHistory, { type: "set", shapes: [words] }),
  );
  expect(typed.shapes).toMatchObject([{ text: "Here" }]);
  expect([words, ...typed.shapes].map(shows)).toEqual([false, true]);
  const undone = historyAfter(typed, { type: "undo" });
  expect(undone.shapes).toEqual([words]);
  const again = historyAfter(undone, { type: "set", step: "write 1", shapes: typed.shapes });
  expect(historyAfter(again, { type: "undo" }).shapes).toEqual([words]);
  expect(linesOf("a bc def\n g", (line) => line.length <= 4)).toEqual(["a bc", "def", "g"]);

  const pen = penLine("2", [
    { x: 10, y: 30 },
    { x: 30, y: 10 },
    { x: 20, y: 30 },
  ]);
  expect(pen).toMatchObject({ x1: 10, y1: 10, x2: 30, y2: 30 });
  expect(pen.line).toEqual([
    { x: 0, y: 1 },
    { x: 1, y: 0 },
    { x: 0.5, y: 1 },
  ]);
  expect(moved(pen, 5, 5, size, false).line).toBe(pen.line);
  expect(penLine("3", [{ x: 5, y: 5 }]).line).toEqual([{ x: 0, y: 0 }]);

  const crop = (id: string, x2: number) => ({ id, tool: "crop" as const, x1: 0, y1: 0, x2, y2: 100 });
  const both = withMark(withMark([pen], crop("4", 300)), crop("5", 100));
  expect(both.map(({ id }) => id)).toEqual(["2", "5"]);
  expect(kept(both, size)).toEqual({ x: 0, y: 0, width: 100, height: 100 });
  expect(kept([pen], size)).toEqual({ x: 0, y: 0, ...size });
  expect(textAt("6", { x: 395, y: 195 }, size)).toMatchObject({ x1: 280, x2: 400, y2: 200 });
});

test("S7 B16 required tasks complete a test, and its reports do not", () => {
  expect(stepsDone(75, false, { results_status: "" })).toBe(3);
  expect(stepsDone(25, true, { results_status: "" })).toBe(1);
  expect(stepsDone(100, true, { results_status: "" })).toBe(2);
  expect(stepsDone(100, true, { results_status: "returned" })).toBe(2);
  expect(stepsDone(50, true, { results_status: "submitted" })).toBe(3);
  expect(stepsDone(100, true, { results_status: "submitted" })).toBe(4);
  expect(stepsDone(50, true, { results_status: "accepted" })).toBe(4);
});

test("S7 B16 the card of a test with required tasks names the tasks, not its reports", () => {
  const stage = (results_status: string, progress: number, byTasks = true) =>
    stageOf({
      ...{ application: application({ results_status }), campaign: null, tasks: null, progress, byTasks },
      reports: { drafts: 0, submitted: 1, approved: 0, sentBack: 0 },
    } as never);
  expect(stage("", 25)).toBe("new");
  expect(stage("", 50)).toBe("tasks");
  expect(stage("returned", 50)).toBe("results_returned");
  expect(stage("submitted", 75)).toBe("results_submitted");
  expect(stage("accepted", 100)).toBe("results_accepted");
  expect(stage("", 75, false)).toBe("with_developer");
  const required = taskOf({ required_since: "2026-01-01T00:00:00.000Z" });
  const taker = application({ results: {}, accepted_at: "2026-02-01T00:00:00.000Z", release_id: null });
  expect(isByTasks(campaign({ reward_model: "testing" }), [required], taker)).toBe(true);
  expect(isByTasks(campaign({ reward_model: "downloading" }), [required], taker)).toBe(false);
  expect(isByTasks(campaign({ reward_model: "testing" }), [taskOf()], taker)).toBe(false);
});

test("S7 a test's progress goes 25, 50, 75, 100, and ended tests are not active", () => {
  expect(testProgress(application({ status: "pending" }), [])).toBe(0);
  expect(testProgress(application(), ["draft"])).toBe(25);
  expect(testProgress(application({ downloaded_at: "2026-11-02T00:00:00.000Z" }), [])).toBe(50);
  expect(testProgress(application(), ["draft", "changes_requested"])).toBe(75);
  expect(testProgress(application(), ["submitted", "approved"])).toBe(100);
  const active = (over: object) =>
    isActiveTest({ application: application(), campaign: campaign(over) } as never, today);
  expect(active({})).toBe(true);
  expect(active({ end_date: "2026-11-19" })).toBe(false);
  expect(active({ status: "completed" })).toBe(false);
});

test("S10 a summary matches only the known issue that it likely repeats", () => {
  const known = [
    { id: "1", title: "Battery use stays empty after an update", summary: "Zero for every hour." },
    { id: "2", title: "Spinner in the compass never ends", summary: "On a slow line." },
  ];
  const ids = (typed: string) => likelyMatches(typed, known).map((k) => k.id);
  expect(ids("The battery is empty after updating")).toEqual(["1"]);
  expect(ids("compass spinner")).toEqual(["2"]);
  expect(ids("I cannot log in with my account")).toEqual([]);
  expect(ids("the")).toEqual([]);
});

test("S10 a report needs a rating, a summary, and details or (for a bug) steps", () => {
  const values = { type: "bug", rating: 0, summary: " abc ", details: "", steps: "", severity: "low", device: "" };
  const fields = (over: object) => Object.keys(problemsOf({ ...values, ...over } as never));
  expect(fields({})).toEqual(["rating", "summary", "details"]);
  expect(fields({ rating: 3, summary: "It closes", steps: "Open it" })).toEqual([]);
  expect(fields({ rating: 3, summary: "It closes", steps: "Open it", type: "feature" })).toEqual(["details"]);
});

test("S10 blocks sending with a reason where the server would reject it, but not after requested changes", () => {
  const blocked = (r: object, a: object | null, c: object) =>
    sendingBlocked(report(r), a && application(a), campaign(c), today) !== null;
  expect(blocked({}, {}, {})).toBe(false);
  expect(blocked({}, null, {})).toBe(false);
  expect(blocked({}, { status: "removed" }, {})).toBe(true);
  expect(blocked({}, {}, { start_date: "2026-11-22" })).toBe(true);
  expect(blocked({}, {}, { end_date: "2026-11-14" })).toBe(false);
  expect(blocked({}, {}, { end_date: "2026-11-12" })).toBe(true);
  const asked = { status: "changes_requested", received_at: "2026-11-01T00:00:00.000Z" };
  expect(blocked(asked, {}, { end_date: "2026-11-01" })).toBe(false);
});

test("S10 guesses the device from the browser, and lists the user's matching devices first", () => {
  const agent =
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile";
  expect(detectedDevice(agent)).toBe("Android 15 · Chrome 142");
  expect(detectedDevice("")).toBe("");
  const devices = [
    { id: "1", name: "MacBook Air", platform: "macos", os: "macOS 16" },
    { id: "2", name: "Pixel 8", platform: "android", os: "Android 16" },
  ];
  expect(deviceChoices({ devices } as never, campaign(), agent)).toEqual([
    "Pixel 8 · Android 16",
    "MacBook Air · macOS 16",
    "Android 15 · Chrome 142",
  ]);
});

test("S9 an application that waits on this device for a full test is promised no spot", () => {
  const unsent = { status: "pending", sync_xid: "", accepted_at: null } as never;
  const next = (over: object) => applicationNext(unsent, campaign({ auto_select: true, ...over }), today).message;
  expect(next({})).toContain("Spots are then assigned automatically");
  expect(next({ testers_joined: 10 })).toContain("All spots are taken");
});

test("S9 a tester who left is told so, unlike one who withdrew the application", () => {
  const next = (accepted_at: string | null) =>
    applicationNext({ status: "withdrawn", accepted_at } as never, campaign(), today).message;
  expect(next(null)).toContain("You withdrew your application.");
  expect(next("2026-11-02T00:00:00.000Z")).toContain("You left this test.");
});

test("S12 only a reward that is paid once per tester ends the offer", () => {
  const reward = (over: object) => ({ campaign_id: "c1", model: "testing", status: "earned", ...over }) as never;
  expect(onlyReward([reward({})], "c1")).toBeDefined();
  for (const over of [{ campaign_id: "c2" }, { model: "suggestions" }, { status: "void" }])
    expect(onlyReward([reward(over)], "c1")).toBeUndefined();
});

test("S7 calendar export: whole-day deadlines, long lines folded between characters, escaped texts", () => {
  const title = `Läuft; bis ${"ü".repeat(60)}, ja`;
  const file = icalendar(
    [{ uid: "1@betaflock", day: "2026-02-28", title, description: "One\nTwo", url: "https://x.test/tester/tests/1" }],
    new Date("2026-02-01T08:05:09.123Z"),
  );
  const lines = file.split("\r\n");
  expect(lines.at(-1)).toBe("");
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:Läuft\\; bis ${"ü".repeat(60)}\\, ja\r\n`);
  expect(lines).toEqual(
    expect.arrayContaining([
      ...["DTSTAMP:20260201T080509Z", "DTSTART;VALUE=DATE:20260228", "DTEND;VALUE=DATE:20260301"],
      ...["DESCRIPTION:One\\nTwo", "TRIGGER:-P1DT15H"],
    ]),
  );
});

test("S8 a saved search consists of its effective filters, in any order", () => {
  const filters = {
    q: "  map ",
    platform: "all",
    category: "travel",
    currency: "EUR",
    spots: false,
    sort: "reward",
  } as const;
  expect(searchOf(filters)).toEqual({ q: "map", category: "travel" });
  expect(searchOf({ reward: 500, currency: "EUR" })).toEqual({ reward: 500, currency: "EUR" });
  expect([...(searchOf({ q: "🙂".repeat(300) }).q ?? "")]).toHaveLength(searchLimits.words);
  expect(isSameSearch({ category: "travel", q: "map" }, filters)).toBe(true);
  expect(isSameSearch({ category: "travel" }, filters)).toBe(false);
  expect([isEverything({ sort: "newest", platform: "all" }), isEverything(filters)]).toEqual([true, false]);
});

test("S13 the level follows from karma, also below zero", () => {
  expect([-40, 0, 14, 15, 149, 150, 600, 9000].map(levelOf)).toEqual([
    ...["newcomer", "newcomer", "newcomer", "tester", "tester", "trusted", "expert", "expert"],
  ]);
  expect([levelAfter("newcomer"), levelAfter("expert")]).toEqual(["tester", null]);
});

describe("who can apply", () => {
  const free = { blocked: false, suspended: false };
  test.each([
    ["runs", {}, free, "open"],
    ["is a card, which runs", { status: undefined, hidden: undefined }, free, "open"],
    ["is full", { testers_joined: 10 }, free, "full"],
    ["is a draft", { status: "draft" }, free, "draft"],
    ["is completed", { status: "completed" }, free, "ended"],
    ["is archived", { status: "archived" }, free, "ended"],
    ["has passed its last day offline", { end_date: "2026-11-19" }, free, "ended"],
    ["is hidden", { hidden: true }, free, "hidden"],
    ["is hidden and full", { hidden: true, testers_joined: 10 }, free, "hidden"],
    ["is of a blocked organization", {}, { ...free, blocked: true }, "blocked"],
    ["is read by somebody who is suspended", {}, { blocked: true, suspended: true }, "suspended"],
  ] as const)("S9 D9 a campaign that %s", (_, over, person, state) => {
    const asked = { ...(campaign() as object), hidden: false, ...over } as Parameters<typeof applyState>[0];
    expect(applyState(asked, person, today)).toBe(state);
  });

  test("S17 D9 can invite testers while a campaign runs and is visible", () => {
    const shown = { status: "active" as const, hidden: false, end_date: today };
    expect(acceptsTesters(shown, today)).toBe(true);
    for (const over of [{ hidden: true }, { status: "draft" as const }, { end_date: "2026-11-19" }])
      expect(acceptsTesters({ ...shown, ...over }, today)).toBe(false);
  });

  test("S9 a campaign's page and card show the same number of testers", () => {
    const row = { sync_xid: "70", testers_joined: 2 };
    expect(testersJoined(row, undefined)).toBe(2);
    // A server response from after the row was written.
    expect(testersJoined(row, { xid: "70", testers_joined: 5 })).toBe(5);
    // The row was written after the card was stored.
    expect(testersJoined(row, { xid: "69", testers_joined: 9 })).toBe(2);
  });
});
