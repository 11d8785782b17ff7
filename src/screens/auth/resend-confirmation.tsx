import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { useToast } from "../../components/toast.tsx";
import { MAIL_COOLDOWN_S } from "../../constants.ts";
import { authFailureText } from "../../domain/auth-failures.ts";
import { loadSync } from "../../store/sync.ts";
import { useCooldown } from "./use-cooldown.ts";

/** Sends the message that verifies an address once more. */
export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useLingui();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [left, cool] = useCooldown(MAIL_COOLDOWN_S);
  const send = async () => {
    setPending(true);
    try {
      const sync = await loadSync();
      const sent = await sync.resendConfirmation(email, `${window.location.origin}/auth/callback`);
      if (sent.ok) {
        cool();
        toast({ title: t`Message sent`, description: t`Please check your email to verify your account.` });
      } else {
        const description = t(authFailureText(sent.error));
        toast({ tone: "danger", title: t`The message could not be sent`, description });
      }
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="sm" pending={pending} disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? <Trans>Send again in {left} s</Trans> : <Trans>Send the message again</Trans>}
    </Button>
  );
}
