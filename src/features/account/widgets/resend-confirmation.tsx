import { useLingui } from "@lingui/react/macro";
import { loadSync } from "#state/sync.ts";
import { ResendButton } from "./resend-button.tsx";

export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useLingui();
  const send = async () => {
    const sync = await loadSync();
    return sync.resendConfirmation(email, `${window.location.origin}/auth/callback`);
  };
  return <ResendButton send={send} sent={t`Please check your email to verify your account.`} />;
}
