// Asks the user to verify their e-mail address. Not on the home and account pages, which show it
// themselves.
import { Trans } from "@lingui/react/macro";
import { ResendConfirmation } from "../features/account/widgets/resend-confirmation.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Notice } from "../ui/notice.tsx";

export function UnverifiedNotice({ email }: { email: string }) {
  return (
    <Notice
      tone="info"
      title={<Trans>Your email address is not verified yet</Trans>}
      action={<ResendConfirmation email={email} />}
    >
      <p className="break-words">
        <Trans>
          Open the link in the message we sent to <EmailText value={email} />. Everything works in the meantime.
        </Trans>
      </p>
    </Notice>
  );
}
