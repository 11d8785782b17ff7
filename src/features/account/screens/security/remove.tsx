// Taking an authenticator app away: says what is lost, and what the server answers.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { loadSync } from "../../../../state/sync.ts";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";

interface SecurityRemoveProps {
  factor: { id: string; name: string } | null;
  /** With it two-step verification ends. */
  last: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function SecurityRemove({ factor, last, onClose, onDone }: SecurityRemoveProps) {
  const { t } = useLingui();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const name = factor?.name || t`Authenticator app`;

  async function remove(): Promise<void> {
    if (!factor) return;
    setPending(true);
    const sync = await loadSync();
    const done = await sync.removeSecondFactor(factor.id);
    setPending(false);
    onClose();
    if (done.ok) {
      toast({ title: last ? t`Two-step verification is off` : t`${name} was removed` });
      onDone();
    } else {
      toast({ tone: "danger", title: t`${name} was not removed`, description: t(failureText(done.error)) });
    }
  }

  return (
    <ConfirmDialog
      open={factor !== null}
      onClose={onClose}
      onConfirm={() => void remove()}
      pending={pending}
      tone="danger"
      title={t`Remove ${name}?`}
      confirmLabel={t`Remove ${name}`}
    >
      {last ? (
        <Trans>You will be able to log in with just your password again.</Trans>
      ) : (
        <Trans>Its codes will no longer be accepted.</Trans>
      )}
    </ConfirmDialog>
  );
}
