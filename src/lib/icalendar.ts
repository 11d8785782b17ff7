// Whole days as an iCalendar file (RFC 5545), which every calendar imports. Written here: the
// maintained libraries need a newer Node.js, or bring a validator larger than all of this.
import { addDays, format, parseISO } from "date-fns";

export interface CalendarDay {
  /** The same each time: a second import changes the entry instead of adding one. */
  uid: string;
  /** YYYY-MM-DD */
  day: string;
  title: string;
  description: string;
  url: string;
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
const compact = (day: Date) => format(day, "yyyyMMdd");

/** A line of at most 75 bytes, continued with a space (section 3.1); no character is cut. */
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

/** @param now when it is made */
export function icalendar(days: readonly CalendarDay[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const lines = days.flatMap(({ uid, day, title, description, url }) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(parseISO(day))}`,
    // The end is the first day that does not belong to it.
    `DTEND;VALUE=DATE:${compact(addDays(parseISO(day), 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    "TRANSP:TRANSPARENT",
    // Two days before, in the morning.
    ...["BEGIN:VALARM", "ACTION:DISPLAY", `DESCRIPTION:${escaped(title)}`, "TRIGGER:-P1DT15H", "END:VALARM"],
    "END:VEVENT",
  ]);
  const all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Betaflock//Deadlines//EN", ...lines, "END:VCALENDAR"];
  return `${all.map(folded).join("\r\n")}\r\n`;
}
