// Shown after registration if addresses must be confirmed; can resend the message.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { TextLink } from "#ui/button.tsx";
import { ResendConfirmation } from "../../widgets/resend-confirmation.tsx";
import { AuthFrame } from "./auth-frame.tsx";

const route = getRouteApi("/(auth)/verify-email");

export function VerifyEmail() {
  const { t } = useLingui();
  const { email } = route.useSearch();
  return (
    <AuthFrame
      title={t`Check your inbox`}
      lead={<Trans>We sent a message to {email}. Open the link in it to verify your email address and log in.</Trans>}
      below={
        <Trans>
          Wrong address? <TextLink to="/register">Register again</TextLink>. Already verified?{" "}
          <TextLink to="/login">Log In</TextLink>
        </Trans>
      }
    >
      <div className="flex flex-col items-start gap-4 rounded-lg border border-line bg-raised p-5">
        <MailCheck aria-hidden className="size-8 text-accent" />
        <p className="text-muted text-sm">
          <Trans>Nothing there after a few minutes? Check your spam folder, or send it again.</Trans>
        </p>
        <ResendConfirmation email={email} />
      </div>
    </AuthFrame>
  );
}
