// Shows a rejected change at its row, with reason and actions. The sync panel lists the same
// entries. Only the user can remove one from the outbox.
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { rejectedDiscard, rejectedRetry } from "#sync/mutations/outbox.ts";
import { type RejectedChange, rejectedChanges } from "#sync/queries/outbox.ts";
import type { CollectionName } from "#sync/schema/collections.ts";
import { lostCode } from "#sync/schema/rejections.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { rejectionText } from "../failures.ts";
import { useMutationToast } from "../use-mutation-toast.ts";

const none: RejectedChange[] = [];

export function useRejectedChanges(collection: CollectionName): ReadonlyMap<string, RejectedChange> {
  const all = useQueryOr(rejectedChanges(), none);
  return new Map(all.filter((c) => c.kind === "rejected" && c.collection === collection).map((c) => [c.id, c]));
}

interface RejectedChangeNoticeProps {
  change: RejectedChange;
  className?: string;
}

export function RejectedChangeNotice({ change, className }: RejectedChangeNoticeProps) {
  const { t } = useLingui();
  const retry = useMutationToast(rejectedRetry);
  const discard = useMutationToast(rejectedDiscard);
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
      {t(rejectionText(change.code))}
    </Notice>
  );
}
