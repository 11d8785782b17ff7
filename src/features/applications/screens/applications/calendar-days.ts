// The tester's calendar entries and the weeks of a month. Days are local, `YYYY-MM-DD`.
import { addDays, addMonths, format, getDay, parseISO, startOfMonth } from "date-fns";
import { dayOf } from "#i18n/format.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import type { TesterTest } from "#sync/queries/tester-tests.ts";

export interface CalendarEntry {
  key: string;
  day: string;
  /** `decision`: the deadline of a review, after which the report is approved automatically. */
  kind: "starts" | "ends" | "decision";
  title: string;
  campaignId: string;
  reportId?: string;
}

const order = ["ends", "starts", "decision"] as const;

/** First and last days of the tester's tests, and review deadlines of sent reports. */
export function calendarEntries(tests: readonly TesterTest[], reports: readonly OwnReport[]): CalendarEntry[] {
  const ofTests = tests.flatMap(({ application, campaign }): CalendarEntry[] => {
    if (application.status !== "accepted" || !campaign || campaign.status !== "active") return [];
    const of = { title: application.campaign_title, campaignId: application.campaign_id };
    return [
      { key: `starts|${of.campaignId}`, day: campaign.start_date, kind: "starts", ...of },
      { key: `ends|${of.campaignId}`, day: campaign.end_date, kind: "ends", ...of },
    ];
  });
  const ofReports = reports.flatMap((report): CalendarEntry[] =>
    report.status === "submitted" && report.due_at !== null
      ? [
          {
            ...{ key: `decision|${report.id}`, day: dayOf(Date.parse(report.due_at)), kind: "decision" as const },
            ...{ title: report.summary, campaignId: report.campaign_id, reportId: report.id },
          },
        ]
      : [],
  );
  return [...ofTests, ...ofReports].sort(
    (a, b) =>
      a.day.localeCompare(b.day) ||
      order.indexOf(a.kind) - order.indexOf(b.kind) ||
      a.title.localeCompare(b.title) ||
      a.key.localeCompare(b.key),
  );
}

/** Splits a month's entries into upcoming ones and past ones, which are collapsed. */
export function splitAt(entries: readonly CalendarEntry[], today: string) {
  return { coming: entries.filter(({ day }) => day >= today), past: entries.filter(({ day }) => day < today) };
}

const dayText = (date: Date) => format(date, "yyyy-MM-dd");

/**
 * The weeks of a month.
 * @param month `YYYY-MM`
 * @param firstDay 0 is Sunday
 */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = startOfMonth(parseISO(`${month}-01`));
  const next = dayText(addMonths(first, 1));
  const weeks: string[][] = [];
  for (let day = addDays(first, -((getDay(first) - firstDay + 7) % 7)); dayText(day) < next; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => dayText(addDays(day, i))));
  return weeks;
}

/** @returns `YYYY-MM` */
export const monthAfter = (month: string, n: number): string =>
  format(addMonths(parseISO(`${month}-01`), n), "yyyy-MM");
