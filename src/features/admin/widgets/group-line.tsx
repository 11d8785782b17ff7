import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatLongDate } from "../../../i18n/format.ts";
import { DateText } from "../../../ui/formatted-values.tsx";
import type { ActivityGroup } from "../activity-groups.ts";
import { actionText } from "../activity-labels.ts";
import { ActivityLine } from "./activity-line.tsx";
import { PersonLink } from "./person-link.tsx";

/** A group on a card, under the name of its day where one begins. */
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

/** An entry, or several of one kind that open up. */
export function GroupEntries({ entries }: Pick<ActivityGroup, "entries">) {
  const { t } = useLingui();
  const [latest] = entries;
  if (entries.length === 1) return <ActivityLine entry={latest} />;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-col gap-x-4 md:flex-row md:items-baseline md:justify-between">
        <span className="min-w-0 break-words">
          <span className="font-semibold">
            <PersonLink id={latest.actor_id} name={latest.actor_name || t`The server`} />
          </span>{" "}
          {t(actionText(latest.action))}
          <span className="text-muted">
            {" "}
            · <Plural value={entries.length} one="# time" other="# times" />
          </span>
        </span>
        <span className="shrink-0 text-muted">
          <DateText value={latest.created_at} />
        </span>
      </p>
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
