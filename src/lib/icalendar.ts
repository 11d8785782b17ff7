// Writes all-day events as iCalendar (RFC 5545). Maintained libraries require a newer Node.js, or a
// validator larger than this file.
import { addDays, format, parseISO } from "date-fns";

export interface CalendarDay {
  /** Stable, so that a second import updates the entry. */
  uid: string;
  day: string;
  title: string;
  description: string;
  url: string;
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
const compact = (day: Date) => format(day, "yyyyMMdd");

/** Folds a line to at most 75 bytes (section 3.1) without splitting a character. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  let out = "";
  let room = 75;
  for (const character of line) {
    const size = bytes.encode(character).length;
    if (size > room) {
      out += "\r\n ";
      room = 74;
    }
    out += character;
    room -= size;
  }
  return out;
}

/** @param now creation time */
export function icalendar(days: readonly CalendarDay[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const lines = days.flatMap(({ uid, day, title, description, url }) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(parseISO(day))}`,
    // The end day is exclusive.
    `DTEND;VALUE=DATE:${compact(addDays(parseISO(day), 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    // Reminder two days before, in the morning.
    ...["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${escaped(title)}`, "TRIGGER:-P1DT15H", "END:VALARM"],
    "END:VEVENT",
  ]);
  const all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Betaflock//Deadlines//EN", ...lines, "END:VCALENDAR"];
  return `${all.map(folded).join("\r\n")}\r\n`;
}
