// Timeline entries: the server's history plus the local step that the server has not recorded yet.
import type { Feedback, HistoryEntry } from "#sync/schema/feedback.ts";

export interface TimelineEntry extends Omit<HistoryEntry, "at"> {
  /** Null while the step exists only on this device. */
  at: string | null;
  again: boolean;
}

export function timelineOf(report: Feedback): TimelineEntry[] {
  const { status, history } = report;
  const entries: Omit<TimelineEntry, "again">[] = [...history];
  if (status !== "draft" && history.at(-1)?.status !== status) {
    entries.push({
      at: null,
      status,
      by: status === "submitted" ? "tester" : "developer",
      text: status === "submitted" ? "" : report.reason,
      usefulness: report.usefulness,
      reason_code: report.reason_code,
    });
  }
  return entries.map((entry, index) => ({ ...entry, again: entry.status === "submitted" && index > 0 }));
}
