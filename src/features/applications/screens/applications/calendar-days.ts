// What happens on which day for a tester, and the days of a month. Pure; days are `YYYY-MM-DD` on
// this device.
import { addDays, addMonths, format, getDay, parseISO, startOfMonth } from "date-fns";
import type { OwnReport } from "../../../../../sync/queries/feedback.ts";
import type { TesterTest } from "../../../../../sync/queries/tester-tests.ts";
import { dayOf } from "../../../../i18n/format.ts";

export interface CalendarEntry {
  key: string;
  day: string;
  /** `decision`: the last day on which a report is decided; then it approves itself. */
  kind: "starts" | "ends" | "decision";
  title: string;
  campaignId: string;
  /** Of a decision. */
  reportId?: string;
}

const order = ["ends", "starts", "decision"] as const;

/**
 * The first and last days of the tests one takes part in, and when sent reports are decided at
 * last.
 */
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

const dayText = (date: Date) => format(date, "yyyy-MM-dd");

/** The weeks that a month has days of. @param month `YYYY-MM` @param firstDay 0 is Sunday */
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
