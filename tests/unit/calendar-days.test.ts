// A tester's calendar: what happens on which day, and the days of a month.
import { expect, test } from "vitest";
import {
  calendarEntries,
  monthAfter,
  weeksOf,
} from "../../src/features/applications/screens/applications/calendar-days.ts";
import { firstWeekday } from "../../src/i18n/format.ts";

const taking = (id: string, start_date: string, end_date: string, over: object = {}, campaign: object = {}) =>
  ({
    application: { campaign_id: id, campaign_title: id, status: "accepted", ...over },
    campaign: { start_date, end_date, status: "active", ...campaign },
  }) as never;
const report = (id: string, status: string, due_at: string | null) =>
  ({ id, status, due_at, campaign_id: "a", summary: id }) as never;

test("S7 a calendar has the first and last days of tests one takes part in, and when reports are decided at last", () => {
  const entries = calendarEntries(
    [
      taking("b", "2026-11-10", "2026-11-30"),
      taking("a", "2026-11-30", "2026-12-05"),
      taking("applied", "2026-11-01", "2026-11-30", { status: "pending" }),
      taking("over", "2026-11-01", "2026-11-30", {}, { status: "completed" }),
      { application: { campaign_id: "not here yet", status: "accepted" }, campaign: null } as never,
    ],
    [
      report("sent", "submitted", "2026-11-30T12:00:00Z"),
      report("draft", "draft", null),
      report("done", "approved", "2026-11-29T12:00:00Z"),
    ],
  );
  expect(entries.map(({ day, kind, title }) => `${day} ${kind} ${title}`)).toEqual([
    "2026-11-10 starts b",
    "2026-11-30 ends b",
    "2026-11-30 starts a",
    "2026-11-30 decision sent",
    "2026-12-05 ends a",
  ]);
});

test("S7 a month has whole weeks that begin where the language begins them", () => {
  expect([firstWeekday("en"), firstWeekday("es")]).toEqual([0, 1]);
  const sundays = weeksOf("2026-11", 0);
  expect([sundays.length, sundays[0]?.[0], sundays.at(-1)?.at(-1)]).toEqual([5, "2026-11-01", "2026-12-05"]);
  const mondays = weeksOf("2026-11", 1);
  expect([mondays.length, mondays[0]?.[0], mondays.at(-1)?.at(-1)]).toEqual([6, "2026-10-26", "2026-12-06"]);
  // Also where a clock is put forward or back.
  expect(weeksOf("2026-03", 1).flat()).toHaveLength(new Set(weeksOf("2026-03", 1).flat()).size);
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
