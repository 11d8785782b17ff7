import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ActivityEntry } from "#sync/schema/activity.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { PersonLink } from "../../flags/widgets/person-link.tsx";
import { actionText, type Change, changesOf, targetOf } from "../activity-labels.ts";

/** Who did what and when. @param children after the action */
export function EntryHead({ entry, children }: { entry: ActivityEntry; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <p className="flex flex-col gap-x-4 md:flex-row md:items-baseline md:justify-between">
      <span className="min-w-0 break-words">
        <span className="font-semibold">
          <PersonLink id={entry.actor_id} name={entry.actor_name || t`The server`} />
        </span>{" "}
        {t(actionText(entry.action))}
        {children}
      </span>
      <span className="shrink-0 text-muted">
        <DateText value={entry.created_at} />
      </span>
    </p>
  );
}

export function ActivityLine({ entry }: { entry: ActivityEntry }) {
  const target = targetOf(entry);
  const changes = changesOf(entry);
  const reason = typeof entry.details.reason === "string" ? entry.details.reason : "";
  return (
    <div className="flex flex-col gap-1 text-sm">
      <EntryHead entry={entry}>
        {target !== "" && (
          <span className="text-muted">
            {" "}
            ·&nbsp;
            <PersonLink id={entry.target_type === "profile" ? entry.target_id : null} name={target} />
          </span>
        )}
      </EntryHead>
      {reason !== "" && (
        <p className="break-words text-muted">
          <Trans>Reason: {reason}</Trans>
        </p>
      )}
      {changes.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-muted">
          {changes.map((change) => (
            <li key={change.what} className="break-words">
              <BeforeAfter {...change} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function BeforeAfter({ what, before, after }: Change) {
  return (
    <>
      {what !== "" && `${what}: `}
      <span className="sr-only">
        <Trans>before:</Trans>{" "}
      </span>
      <span className="break-all line-through decoration-line-strong">{before}</span>
      <span aria-hidden> → </span>
      <span className="sr-only">
        <Trans>after:</Trans>{" "}
      </span>
      <span className="break-all text-text">{after}</span>
    </>
  );
}
