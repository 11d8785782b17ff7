import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { loadSync } from "#state/sync.ts";
import { ConfirmDialog, Dialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { IdentityForm, type Outcome } from "./identity-form.tsx";

interface SecurityRemoveProps {
  factor: { id: string; name: string } | null;
  /** True if removing it turns two-step verification off. */
  last: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function SecurityRemove({ factor, last, onClose, onDone }: SecurityRemoveProps) {
  const { t } = useLingui();
  const [pending, setPending] = useState(false);
  const [proving, setProving] = useState(false);
  const name = factor?.name || t`Authenticator app`;

  function close(): void {
    setProving(false);
    onClose();
  }
  async function remove(): Promise<Outcome> {
    if (!factor) return undefined;
    const sync = await loadSync();
    const done = await sync.removeSecondFactor(factor.id);
    if (!done.ok) return done;
    close();
    showToast({ title: last ? t`Two-step verification is off` : t`${name} was removed` });
    onDone();
    return undefined;
  }
  async function confirmed(): Promise<void> {
    setPending(true);
    const removed = await remove();
    setPending(false);
    if (!removed || removed.ok) return;
    if (removed.error.type === "login_too_old") return setProving(true);
    close();
    showToast({ tone: "danger", title: t`${name} was not removed`, description: t(failureText(removed.error)) });
  }

  if (proving)
    return (
      <Dialog open={factor !== null} onClose={close} title={t`Remove ${name}?`}>
        <IdentityForm byCode onProven={remove} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      open={factor !== null}
      onClose={close}
      onConfirm={() => void confirmed()}
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
