import { expect, test } from "vitest";
import { rejectedDecision, rejectedValues } from "../../../src/shell/rejected-change-values.ts";
import type { RejectedChange } from "../../../sync/queries/outbox.ts";
import { collections } from "../../../sync/schema/collections.ts";

const report = { id: "r", summary: "The map is blank", details: "The tester's own words", status: "submitted" };
const rejected = (
  doc: Record<string, unknown>,
  collection: RejectedChange["collection"] = "feedback",
): RejectedChange => ({
  ...{ key: `rejected|${collection}|r`, kind: "rejected", collection, id: "r", code: "wrong_state", message: "" },
  ...{ doc, field: "", text: "", at: "2026-01-01T00:00:00Z" },
});
const said = (change: RejectedChange, row: Record<string, unknown> | null) =>
  rejectedValues(change, row, "en").map(({ label, part, value }) => [
    part ? `${label.message}, ${part.message}` : label.message,
    typeof value === "string" ? value : value.message,
  ]);

test("S18 O2 a rejected approval shows the lost decision, not the tester's text", () => {
  const row = { ...report, usefulness: null, reason: "", reason_code: "" };
  expect(said(rejected({ ...row, status: "approved", usefulness: 4 }), row)).toEqual([
    ["Status", "Approved"],
    ["Usefulness", "{value} of 5"],
  ]);
  const words = { status: "rejected", reason_code: "out_of_scope", reason: "Not in this version" };
  expect(said(rejected({ ...row, ...words }), row).map(([label]) => label)).toEqual(["Status", "Why", "Reason"]);
});

test("O2 a rejected edit shows the changed columns only; an edit of a missing row shows all of them", () => {
  expect(said(rejected({ ...report, details: "Changed in a tunnel" }), report)).toEqual([
    ["Details", "Changed in a tunnel"],
  ]);
  expect(rejectedValues(rejected(report), null, "en")).toEqual([]);
});

test("S18 O2 two decisions about one report are both shown completely", () => {
  const mine = { ...report, status: "rejected", usefulness: 0, reason_code: "out_of_scope", reason: "Later" };
  const theirs = { ...report, status: "approved", usefulness: 5, reason_code: "", reason: "" };
  const change: RejectedChange = { ...rejected(mine), kind: "recovered", field: "status", text: "rejected" };
  const labels = (values: readonly { label: { message?: string } }[] | null = null) =>
    (values ?? []).map(({ label }) => label.message);
  const both = rejectedDecision(change, theirs, "en");
  expect([labels(both?.mine), labels(both?.kept)]).toEqual([
    ["Status", "Why", "Reason"],
    ["Status", "Usefulness"],
  ]);
  expect(rejectedDecision({ ...change, field: "reason" }, theirs, "en")).toBeNull();
});

test("B16 O2 two decisions about one set of results are both shown; a rejected submission shows its answers", () => {
  const row = { id: "a", results_status: "submitted", results_review: {}, results: {} };
  const mine = { ...row, results_status: "returned", results_review: { t1: "Which phone?" } };
  const change: RejectedChange = {
    ...rejected(mine, "applications"),
    ...{ kind: "recovered", field: "results_status", text: "returned" },
  };
  const both = rejectedDecision(change, { ...row, results_status: "accepted" }, "en");
  expect(both?.mine.map(({ value }) => (typeof value === "string" ? value : value.message))).toEqual([
    ...["Sent back", "Which phone?"],
  ]);
  expect(both?.kept).toHaveLength(1);
  const sent = { ...rejected(row, "applications"), base: { ...row, results_status: "" } };
  expect(rejectedDecision(sent, row, "en")).toBeNull();
});

test("B10 O2 shows a rejected priority and rejected tags in words", () => {
  const row = { ...report, priority: "", tags: [] };
  expect(said(rejected({ ...row, priority: "urgent", tags: ["login", "crash"] }), row)).toEqual([
    ["Priority", "Urgent"],
    ["Tags", "login, crash"],
  ]);
});

test("S18 O2 shows the decision, not the tester's text, if the report has left the device", () => {
  const base = { ...report, usefulness: 0, reason: "", reason_code: "", priority: "low", tags: [] };
  const change: RejectedChange = { ...rejected({ ...base, status: "approved", usefulness: 4 }), base };
  expect(said(change, null)).toEqual([
    ["Status", "Approved"],
    ["Usefulness", "{value} of 5"],
  ]);
  expect(rejectedDecision(change, null, "en")).toMatchObject({
    mine: [{ value: { message: "Approved" } }, {}],
    kept: null,
  });
  const overruled: RejectedChange = { ...change, kind: "recovered", field: "status", text: "approved" };
  expect(rejectedDecision(overruled, null, "en")?.mine).toHaveLength(2);
});

test("B16 O2 shows the words of rejected results, or that only marks changed", () => {
  const row = { id: "a", results: {} };
  const steps = { a: { mark: "pass" }, b: { mark: "fail", note: "Crashes" } };
  const results = { t1: { steps, answers: { q: "Slow", s: [1, 2] }, note: "All in all" } };
  expect(said(rejected({ ...row, results }, "applications"), row)).toEqual([["Results", "Crashes, Slow, All in all"]]);
  const marks = { t1: { steps: { a: { mark: "pass" } } } };
  expect(said(rejected({ ...row, results: marks }, "applications"), row)).toEqual([["Results", "Changed"]]);
});

test("B10 O2 does not show colleagues' later changes as the user's", () => {
  const base = { ...report, priority: "low", tags: ["a"] };
  const change: RejectedChange = { ...rejected({ ...base, details: "Mine" }), base };
  expect(said(change, { ...base, priority: "high", tags: ["a", "b"] })).toEqual([["Details", "Mine"]]);
});

test("O2 S25 shows changed settings of a rejected change in words", () => {
  const row = { id: "r", section: "general", values: { paypal: true, max_testers_per_campaign: 50, language: "en" } };
  const values = { paypal: false, max_testers_per_campaign: 80, language: "es" };
  expect(said(rejected({ ...row, values }, "settings"), row)).toEqual([
    ["PayPal", "Off"],
    ["Maximum testers per campaign", "80"],
    ["Default language", "Español"],
  ]);
  // Leaves out changes that another admin made in the meantime.
  const change = { ...rejected({ ...row, values: { ...row.values, paypal: false } }, "settings"), base: row };
  expect(said(change, { ...row, values: { ...row.values, language: "es" } })).toEqual([["PayPal", "Off"]]);
});

test("O2 S29 shows changed preferences of a rejected change in words", () => {
  const reply = { kind: "comment", language: "en", text: "Thank you" };
  const row = { id: "r", language: "en", notification_preferences: { new_tests: ["push"] }, saved_views: {} };
  const account = (doc: object) => said(rejected({ ...row, ...doc }, "accounts"), row);
  expect(account({ language: "es" })).toEqual([["Language", "Español"]]);
  expect(account({ notification_preferences: { new_tests: ["email"], payout_paid: ["in_app"] } })).toEqual([
    ["New tests fit one of your saved searches, Email", "Off"],
    ["New tests fit one of your saved searches, Push", "On"],
    ["A payout is paid, In the app", "Off"],
  ]);
  expect(account({ saved_replies: { a: reply } })).toEqual([["Saved replies", "Thank you"]]);
  expect(account({ saved_searches: [{ id: "s", name: "Games" }] })).toEqual([["Saved searches", "Games"]]);
});

test("O2 every user-writable column has a name and words in the list of rejected changes", () => {
  const id = "0b8f6f0e-0000-4000-8000-000000000001";
  const samples: Record<string, unknown> = {
    ...{ social_links: { github: "ada" }, devices: [{ id, name: "Pixel 8" }], expertise: ["Games"] },
    ...{ attachments: [{ id, name: "map.png" }], tags: ["login"], screenshots: ["a", "b"], requirements: ["A phone"] },
    ...{ screening: [{ id, question: "Which phone?" }], answers: [{ question_id: id, value: "Pixel" }] },
    ...{
      auto_select: true,
      reminders: true,
      follows_newest: true,
      known: true,
      hidden: true,
      usefulness: 4,
      rating: 2,
    },
    ...{ max_testers: 40, effort_minutes: 30, reward_amount_cents: 1550, review_days: 3, billing: { plan: "pro" } },
    ...{ start_date: "2026-12-01", end_date: "2026-12-24", expires_at: "2026-12-24T00:00:00Z" },
    ...{ values: { paypal: true }, notification_preferences: { new_tests: ["push"] } },
    ...{ saved_replies: { a: { text: "Thank you" } }, saved_searches: [{ id, name: "Games" }] },
    ...{ tasks: [{ id: "t1", title: "Log in" }], results_status: "submitted", results_review: { t1: "Which phone?" } },
    ...{ results: { t1: { state: "blocked", note: "No login" } }, retests: { [id]: { mark: "fixed" } } },
    ...{ saved_views: { a: { name: "Mine" } }, saved_templates: { a: { name: "Weekly" } } },
    ...{ shared: { a: { org_id: id, kind: "view", value: { name: "Ours" } } } },
  };
  /** Columns that the app writes along with visible ones, each with the reason. */
  const beside: Record<string, string> = {
    time_zone: "the device notes it",
    report_guide: "a screen that was seen",
    file_path: "file_name names the file",
    content_type: "file_name names the file",
    size_bytes: "file_name names the file",
    sha256: "file_name names the file",
    duplicate_of: "reason_code says so",
    assignee_id: "assignee_name names the person",
    captured_at: "the time of writing",
    agreement_version: "what the tester agreed to",
    agreement_accepted_at: "what the tester agreed to",
    downloaded_at: "noted by a download",
    confirmed_issues: "ids of reports",
    kind: "link_url or file_name tell it",
    read_at: "read marks are not kept",
  };
  const unnamed = Object.entries(collections).flatMap(([name, { update }]) =>
    update
      .filter((column) => !(column in beside))
      .filter((column) => {
        const doc = { id: "r", currency: "EUR", [column]: samples[column] ?? "Words" };
        const list = said(rejected(doc, name as RejectedChange["collection"]), { id: "r", currency: "EUR" });
        return list.length !== 1 || list.some(([label, value]) => !label || !value || value === "[object Object]");
      })
      .map((column) => `${name}.${column}`),
  );
  expect(unnamed.filter((one) => one !== "campaigns.currency")).toEqual([]);
});

test("O2 shows the changes of a rejected campaign and profile in words, emptied fields included", () => {
  const campaign = {
    id: "r",
    title: "A test",
    currency: "EUR",
    max_testers: 25,
    reward_amount_cents: 500,
    review_days: 7,
  };
  expect(
    said(rejected({ ...campaign, max_testers: 900, reward_amount_cents: 1250, review_days: 3 }, "campaigns"), campaign),
  ).toEqual([
    ["Number of testers", "900"],
    ["Reward", "€12.50"],
    ["Answers within", "{value, plural, one {# day} other {# days}}"],
  ]);
  const profile = { id: "r", bio: "Tester", devices: [{ id: "d", name: "Pixel 8" }], social_links: { github: "ada" } };
  const after = { ...profile, bio: "", devices: [], social_links: { github: "grace", twitter: "" } };
  expect(said(rejected(after, "profiles"), profile)).toEqual([
    ["Links", "grace"],
    ["About me", "Empty"],
    ["Devices", "Empty"],
  ]);
});
