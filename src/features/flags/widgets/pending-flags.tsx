import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryOr } from "#state/query.ts";
import { flagDiscard } from "#sync/mutations/flags.ts";
import { pendingOf } from "#sync/queries/pending-items.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { rejectionText } from "../../sync/failures.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";

const none: never[] = [];

export function PendingFlags({ id }: { id: string }) {
  const { t } = useLingui();
  const pending = useQueryOr(pendingOf("flag", id), none);
  const discard = useMutationToast(flagDiscard);
  return pending.map((flag) => (
    <Notice
      key={flag.id}
      live
      className="w-full"
      tone={flag.state === "rejected" ? "danger" : "info"}
      title={
        flag.state === "rejected" ? (
          <Trans>Your report was not accepted</Trans>
        ) : (
          <Trans>Your report is waiting to be sent</Trans>
        )
      }
      action={
        flag.state === "rejected" && (
          <Button size="sm" onClick={() => void discard(flag.id)}>
            <Trans>Discard</Trans>
          </Button>
        )
      }
    >
      {flag.state === "rejected" && <p>{t(rejectionText(flag.failure))}</p>}
      <p className="break-words">{flag.name}</p>
    </Notice>
  ));
}
