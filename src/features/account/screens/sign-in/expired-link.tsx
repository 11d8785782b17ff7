// Shown for used, expired and damaged links. The link's purpose decides how to request a new one.
import { Trans, useLingui } from "@lingui/react/macro";
import { personOf, useSession } from "#state/session.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { AuthFrame } from "./auth-frame.tsx";

interface ExpiredLinkProps {
  type: string | null;
  /** True for a truncated link. */
  damaged?: boolean;
}

export function ExpiredLink({ type, damaged = false }: ExpiredLinkProps) {
  const { t } = useLingui();
  const here = personOf(useSession()) !== null;
  const account = type === "email_change" || (here && type !== "recovery");
  const confirmation = type === "signup";
  return (
    <AuthFrame
      title={t`This link does not work`}
      lead={
        account ? (
          <Trans>In your account you can see what is still open and request a new message.</Trans>
        ) : confirmation ? (
          <Trans>Log in: if your address is not verified yet, you can request a new message there.</Trans>
        ) : (
          <Trans>Request a new link to choose a new password.</Trans>
        )
      }
      below={
        <Trans>
          Still stuck? <TextLink to="/contact">Write to us</TextLink>.
        </Trans>
      }
    >
      <Notice tone="danger" live>
        {damaged ? (
          <Trans>This link is not complete. Open it again from the message, or copy all of it.</Trans>
        ) : (
          <Trans>This link has expired or has already been used.</Trans>
        )}
      </Notice>
      {account ? (
        <LinkButton to="/account" variant="primary" wide>
          <Trans>Go to my account</Trans>
        </LinkButton>
      ) : (
        <>
          {!confirmation && (
            <LinkButton to="/forgot-password" variant="primary" wide>
              <Trans>Request a new link</Trans>
            </LinkButton>
          )}
          <LinkButton to="/login" variant={confirmation ? "primary" : "secondary"} wide>
            <Trans>Log In</Trans>
          </LinkButton>
        </>
      )}
    </AuthFrame>
  );
}
