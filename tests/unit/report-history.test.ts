import { expect, test } from "vitest";
import { feedbackTone, timelineLook } from "../../src/features/common/report-labels.ts";
import { timelineOf } from "../../src/features/reports/report-history.ts";

const at = "2026-11-01T10:00:00.000Z";
const entry = (status: string, text = "") => ({ at, status, by: "developer", text, usefulness: 0, reason_code: "" });
const report = (over: object) =>
  ({ status: "draft", reason: "", reason_code: "", usefulness: 0, history: [], ...over }) as never;

test("S10 S18 a report's timeline shows the server's history, then the step that only this device has", () => {
  expect(timelineOf(report({}))).toEqual([]);
  expect(timelineOf(report({ status: "submitted" }))).toMatchObject([{ at: null, status: "submitted", again: false }]);
  const asked = [entry("submitted"), entry("changes_requested", "Which screen?")];
  // The row still holds the developer's question; sending again adds no message.
  expect(timelineOf(report({ status: "submitted", reason: "Which screen?", history: asked }))).toMatchObject([
    { at, status: "submitted", again: false },
    { at, status: "changes_requested", text: "Which screen?" },
    { at: null, status: "submitted", again: true, text: "" },
  ]);
  expect(timelineOf(report({ status: "changes_requested", history: asked }))).toHaveLength(2);
});

test("S10 S11 a rejected report is a decision, not an error: its badge and entry are not red", () => {
  expect([feedbackTone.rejected, timelineLook.rejected.tone]).toEqual(["neutral", "neutral"]);
});
