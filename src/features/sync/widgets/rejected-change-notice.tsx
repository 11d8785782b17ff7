// A change that the server refused, said where its row stands: why, and what can be done. The sync
// panel lists the same entries; nothing leaves the outbox from here without the person's word.
import { Trans, useLingui } from "@lingui/react/macro";
import { refusedDiscard, refusedRetry } from "../../../../sync/mutations/outbox.ts";
import { type RefusedChange, refusedChanges } from "../../../../sync/queries/outbox.ts";
import type { CollectionName } from "../../../../sync/schema/collections.ts";
import { lostCode } from "../../../../sync/schema/refusals.ts";
import { useQueryOr } from "../../../state/query.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { refusalText } from "../failures.ts";
import { useMutationToast } from "../use-mutation-toast.ts";

const none: RefusedChange[] = [];

/** Refused changes of one kind of row, by the row's id. */
export function useRejectedChanges(collection: CollectionName): ReadonlyMap<string, RefusedChange> {
  const all = useQueryOr(refusedChanges(), none);
  return new Map(all.filter((c) => c.kind === "refused" && c.collection === collection).map((c) => [c.id, c]));
}

interface RejectedChangeNoticeProps {
  change: RefusedChange;
  className?: string;
}

export function RejectedChangeNotice({ change, className }: RejectedChangeNoticeProps) {
  const { t } = useLingui();
  const retry = useMutationToast(refusedRetry);
  const discard = useMutationToast(refusedDiscard);
  return (
    <Notice
      tone="danger"
      title={
        change.code === lostCode ? (
          <Trans>The server no longer has this</Trans>
        ) : (
          <Trans>The server did not accept your last change</Trans>
        )
      }
      {...(className ? { className } : {})}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void retry(change.key)}>
            <Trans>Try again</Trans>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => void discard(change.key)}>
            <Trans>Discard change</Trans>
          </Button>
        </span>
      }
    >
      {t(refusalText(change.code))}
    </Notice>
  );
}
