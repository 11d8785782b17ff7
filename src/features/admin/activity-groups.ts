import type { ActivityEntry } from "#sync/schema/activity.ts";
import { dayOf } from "../../i18n/format.ts";

export interface ActivityGroup {
  id: string;
  /** The local day `YYYY-MM-DD` if it differs from the previous group's, else null. */
  day: string | null;
  /** Entries of one action by one user, newest first. */
  entries: [ActivityEntry, ...ActivityEntry[]];
}

/** @param list newest first; appending a page can extend only the last group */
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
