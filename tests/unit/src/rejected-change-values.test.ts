import { expect, test } from "vitest";
import { rejectedDecision, rejectedValues } from "../../../src/shell/rejected-change-values.ts";
import type { RefusedChange } from "../../../sync/queries/outbox.ts";

const report = { id: "r", summary: "The map is blank", details: "The tester's own words", status: "submitted" };
const refused = (
  doc: Record<string, unknown>,
  collection: RefusedChange["collection"] = "feedback",
): RefusedChange => ({
  ...{ key: `refused|${collection}|r`, kind: "refused", collection, id: "r", code: "wrong_state", message: "" },
  ...{ doc, field: "", text: "", at: "2026-01-01T00:00:00Z" },
});
const said = (change: RefusedChange, row: Record<string, unknown> | null) =>
  rejectedValues(change, row).map(({ label, value }) => [
    label.message,
    typeof value === "string" ? value : value.message,
  ]);

test("S18 O2 a refused approval shows the decision that was lost, not the tester's text", () => {
  const row = { ...report, usefulness: null, reason: "", reason_code: "" };
  expect(said(refused({ ...row, status: "approved", usefulness: 4 }), row)).toEqual([
    ["Status", "Approved"],
    ["Usefulness", "{value} of 5"],
  ]);
  const words = { status: "rejected", reason_code: "out_of_scope", reason: "Not in this version" };
  expect(said(refused({ ...row, ...words }), row).map(([label]) => label)).toEqual(["Status", "Why", "Reason"]);
});

test("O2 of a refused edit only what was changed is shown; of a row that is not there all of it is lost", () => {
  expect(said(refused({ ...report, details: "Changed in a tunnel" }), report)).toEqual([
    ["Details", "Changed in a tunnel"],
  ]);
  expect(rejectedValues(refused(report), null)).toEqual([]);
});

test("S18 O2 of two decisions about one report both are said, each in whole", () => {
  const mine = { ...report, status: "rejected", usefulness: 0, reason_code: "out_of_scope", reason: "Later" };
  const theirs = { ...report, status: "approved", usefulness: 5, reason_code: "", reason: "" };
  const change: RefusedChange = { ...refused(mine), kind: "recovered", field: "status", text: "rejected" };
  const labels = (values: readonly { label: { message?: string } }[] = []) => values.map(({ label }) => label.message);
  const both = rejectedDecision(change, theirs);
  expect([labels(both?.mine), labels(both?.kept)]).toEqual([
    ["Status", "Why", "Reason"],
    ["Status", "Usefulness"],
  ]);
  expect(rejectedDecision({ ...change, field: "reason" }, theirs)).toBeNull();
});

test("B10 O2 a refused priority and refused tags are said in words", () => {
  const row = { ...report, priority: "", tags: [] };
  expect(said(refused({ ...row, priority: "urgent", tags: ["login", "crash"] }), row)).toEqual([
    ["Priority", "Urgent"],
    ["Tags", "login, crash"],
  ]);
});
