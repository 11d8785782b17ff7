import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { MAIL_COOLDOWN_S } from "#lib/constants.ts";
import { useCooldown } from "#lib/use-cooldown.ts";
import type { AuthFailure } from "#state/session.ts";
import type { Result } from "#state/store.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { failureText } from "../../sync/failures.ts";

interface ResendButtonProps {
  send: () => Promise<Result<void, AuthFailure>>;
  sent: string;
}

export function ResendButton({ send, sent }: ResendButtonProps) {
  const { t } = useLingui();
  const [pending, setPending] = useState(false);
  const [left, cool] = useCooldown(MAIL_COOLDOWN_S);
  const press = async () => {
    setPending(true);
    try {
      const done = await send();
      if (done.ok) {
        cool();
        showToast({ title: t`Message sent`, description: sent });
      } else {
        showToast({ tone: "danger", title: t`The message could not be sent`, description: t(failureText(done.error)) });
      }
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="sm" pending={pending} disabled={left > 0} onClick={() => void press()}>
      {left > 0 ? <Trans>Send again in {left} s</Trans> : <Trans>Send the message again</Trans>}
    </Button>
  );
}
