import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { pendingChanges, pendingReviewCount } from "../../sync/queries/outbox.ts";
import { collectionLabel } from "../features/sync/labels.ts";
import { useQueryOr } from "../state/query.ts";
import { DateText } from "../ui/formatted-values.tsx";
import { PanelSection } from "./panel-section.tsx";

const SHOWN = 8;

export function PendingList() {
  const { t } = useLingui();
  const waiting = useQueryOr(pendingChanges(), []);
  const held = useQueryOr(pendingReviewCount(), 0);
  if (waiting.length + held === 0) return null;
  const more = waiting.length - SHOWN;
  return (
    <PanelSection title={<Trans>Waiting to be sent</Trans>}>
      {held > 0 && (
        <p className="text-sm">
          <Plural
            value={held}
            one="# answer can still be undone. It is sent in a moment."
            other="# answers can still be undone. They are sent in a moment."
          />
        </p>
      )}
      {waiting.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line text-sm">
          {waiting.slice(0, SHOWN).map((change) => (
            <li
              key={`${change.collection} ${change.id}`}
              className="flex items-baseline justify-between gap-3 px-3 py-2"
            >
              <span className="min-w-0 break-words">
                <span className="text-muted">{t(collectionLabel[change.collection])}</span> {change.label}
                {change.deleted && (
                  <>
                    {" "}
                    <span className="ms-1 inline-flex items-baseline gap-1 text-muted">
                      <Trash2 aria-hidden className="size-3.5 self-center" />
                      <Trans>discarded</Trans>
                    </span>
                  </>
                )}
              </span>
              <DateText value={change.updated_at} className="shrink-0 text-muted text-xs" />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="text-muted text-sm">
          <Trans>and {more} more</Trans>
        </p>
      )}
    </PanelSection>
  );
}
