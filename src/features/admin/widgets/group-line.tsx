import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatLongDate } from "#i18n/format.ts";
import type { ActivityGroup } from "../activity-groups.ts";
import { ActivityLine, EntryHead } from "./activity-line.tsx";

export function GroupLine({ group: { day, entries } }: { group: ActivityGroup }) {
  const { i18n } = useLingui();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {day && <h2 className="mt-2 text-muted text-sm first-letter:uppercase">{formatLongDate(day, i18n.locale)}</h2>}
      <div className="rounded-lg border border-line bg-raised px-4 py-3 shadow-sm md:px-5">
        <GroupEntries entries={entries} />
      </div>
    </div>
  );
}

export function GroupEntries({ entries }: Pick<ActivityGroup, "entries">) {
  const [latest] = entries;
  if (entries.length === 1) return <ActivityLine entry={latest} />;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <EntryHead entry={latest}>
        <span className="text-muted">
          {" "}
          · <Plural value={entries.length} one="# time" other="# times" />
        </span>
      </EntryHead>
      <details>
        <summary className="tap inline-flex items-center rounded-md font-semibold text-accent">
          <Trans>Show each</Trans>
        </summary>
        <ul className="mt-1 flex flex-col divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="py-2">
              <ActivityLine entry={entry} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
