import { expect, test } from "vitest";
import { lostValues } from "../../../src/shell/lost-change.ts";
import type { RefusedChange } from "../../../sync/reads/outbox.ts";

const report = { id: "r", summary: "The map is blank", details: "The tester's own words", status: "submitted" };
const refused = (
  doc: Record<string, unknown>,
  collection: RefusedChange["collection"] = "feedback",
): RefusedChange => ({
  ...{ key: `refused|${collection}|r`, kind: "refused", collection, id: "r", code: "wrong_state", message: "" },
  ...{ doc, field: "", text: "", at: "2026-01-01T00:00:00Z" },
});
const said = (change: RefusedChange, row: Record<string, unknown> | null) =>
  lostValues(change, row).map(({ label, value }) => [label.message, typeof value === "string" ? value : value.message]);

test("S18 O2 a refused approval shows the decision that was lost, not the tester's text", () => {
  const row = { ...report, usefulness: null, reason: "", reason_code: "" };
  expect(said(refused({ ...row, status: "approved", usefulness: 4 }), row)).toEqual([
    ["Status", "Approved"],
    ["Usefulness", "4"],
  ]);
  const words = { status: "rejected", reason_code: "out_of_scope", reason: "Not in this version" };
  expect(said(refused({ ...row, ...words }), row).map(([label]) => label)).toEqual(["Reason", "Status", "Why"]);
});

test("O2 of a refused edit only what was changed is shown; of a row that is not there all of it is lost", () => {
  expect(said(refused({ ...report, details: "Changed in a tunnel" }), report)).toEqual([
    ["Details", "Changed in a tunnel"],
  ]);
  expect(lostValues(refused(report), null)).toEqual([]);
});
