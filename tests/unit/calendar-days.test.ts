import { expect, test } from "vitest";
import {
  calendarEntries,
  monthAfter,
  splitAt,
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

test("S7 the calendar shows the first and last days of joined tests, and auto-approval dates of reports", () => {
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

test("S7 a month has whole weeks that start on the language's first weekday", () => {
  expect([firstWeekday("en"), firstWeekday("es")]).toEqual([0, 1]);
  const sundays = weeksOf("2026-11", 0);
  expect([sundays.length, sundays[0]?.[0], sundays.at(-1)?.at(-1)]).toEqual([5, "2026-11-01", "2026-12-05"]);
  const mondays = weeksOf("2026-11", 1);
  expect([mondays.length, mondays[0]?.[0], mondays.at(-1)?.at(-1)]).toEqual([6, "2026-10-26", "2026-12-06"]);
  // Daylight saving time must not repeat or skip a day.
  expect(weeksOf("2026-03", 1).flat()).toHaveLength(new Set(weeksOf("2026-03", 1).flat()).size);
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

test("S7 the current month opens on today and shows past days separately", () => {
  const entries = calendarEntries(
    [taking("a", "2026-11-10", "2026-11-29"), taking("b", "2026-11-28", "2026-11-30")],
    [],
  );
  const { coming, past } = splitAt(entries, "2026-11-29");
  expect(coming.map(({ day, kind }) => `${day} ${kind}`)).toEqual(["2026-11-29 ends", "2026-11-30 ends"]);
  expect(past.map(({ day, kind }) => `${day} ${kind}`)).toEqual(["2026-11-10 starts", "2026-11-28 starts"]);
});
