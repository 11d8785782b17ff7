// Shown after the first of two confirmations of an e-mail change.
import { Trans, useLingui } from "@lingui/react/macro";
import { MailCheck } from "lucide-react";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";

export function EmailChangePending() {
  const { t } = useLingui();
  return (
    <AuthFrame
      title={t`One more confirmation`}
      lead={<Trans>This address is confirmed. Now open the link that we sent to your other address.</Trans>}
      below={
        <Trans>
          Didn't ask for this? Your account is unchanged. <TextLink to="/contact">Write to us</TextLink>.
        </Trans>
      }
    >
      <div className="flex flex-col items-start gap-4 rounded-lg border border-line bg-raised p-5">
        <MailCheck aria-hidden className="size-8 text-accent" />
        <p className="text-muted text-sm">
          <Trans>
            We ask both your current and your new address to confirm. Until both are confirmed, you log in with the
            current one. Each link is valid for one hour.
          </Trans>
        </p>
        <LinkButton to="/account" size="sm">
          <Trans>Go to my account</Trans>
        </LinkButton>
      </div>
    </AuthFrame>
  );
}
