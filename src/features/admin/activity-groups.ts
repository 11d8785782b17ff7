// The log as it is read: by day, and what somebody did several times in a row as one entry.
import type { ActivityEntry } from "../../../sync/schema/activity.ts";
import { dayOf } from "../../i18n/format.ts";

export interface ActivityGroup {
  id: string;
  /** The day on this device that begins with this entry, `YYYY-MM-DD`; null: the same as before. */
  day: string | null;
  /** All of one action by one person, newest first. */
  entries: [ActivityEntry, ...ActivityEntry[]];
}

/** @param list newest first; a page more may make the last group longer, and leaves the others */
export function groupActivity(list: readonly ActivityEntry[]): ActivityGroup[] {
  const groups: ActivityGroup[] = [];
  let day = "";
  for (const entry of list) {
    const today = dayOf(Date.parse(entry.created_at));
    const last = groups.at(-1);
    const [first] = last?.entries ?? [];
    if (last && today === day && first?.action === entry.action && first.actor_id === entry.actor_id)
      last.entries.push(entry);
    else groups.push({ id: entry.id, day: today === day ? null : today, entries: [entry] });
    day = today;
  }
  return groups;
}
