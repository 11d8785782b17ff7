// Landing page of OAuth providers, and of auth service links outside our e-mails. Signs in or shows
// the error.

import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import type { Locale } from "#i18n/i18n.ts";
import { useLocale } from "#i18n/use-locale.ts";
import type { AuthFailure } from "#state/session.ts";
import { loadSync } from "#state/sync.ts";
import { LinkButton, TextLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { type AuthRedirect, readAuthRedirect } from "./auth-redirect.ts";
import { EmailChangePending } from "./email-change-pending.tsx";
import { ExpiredLink } from "./expired-link.tsx";
import { type Entered, useEntering } from "./use-entering.ts";

async function enter({ tokens, code, errorCode }: AuthRedirect, language: Locale): Promise<Entered> {
  const sync = await loadSync();
  if (tokens) return sync.enterByLink(tokens);
  if (code) return sync.finishOAuth(code, language);
  if (errorCode === "email_exists") return { ok: false, error: { type: "email_taken" } };
  return { ok: false, error: { type: errorCode === "access_denied" ? "login_cancelled" : "link_expired" } };
}

export function AuthCallback() {
  const { t } = useLingui();
  const [locale] = useLocale();
  const router = useRouter();
  const goOn = useEntering();
  const [landing] = useState(() => readAuthRedirect("entering"));
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // A code works once, but React runs effects twice in development.
  const begun = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Keep the URL without secrets, so that a reload shows the same message.
    if (landing.emailChange === "one_left") return;
    void (async () => {
      const entered = await enter(landing, locale);
      const failed = await goOn(entered, landing.emailChange === "done" ? "email_change" : landing.type);
      if (!failed) return;
      router.history.replace("/auth/callback");
      setFailure(failed);
    })();
  }, []);

  if (landing.emailChange === "one_left") return <EmailChangePending />;
  // A provider's redirect cannot be requested again like an e-mail link.
  if (failure?.type === "link_expired" && !landing.code) return <ExpiredLink type={landing.type} />;
  return (
    <AuthFrame
      title={failure ? t`Login failed` : t`Logging you in`}
      lead={
        failure ? <Trans>You can log in with your email and password at any time.</Trans> : <Trans>One moment.</Trans>
      }
      below={
        <Trans>
          Don't have an account? <TextLink to="/register">Register</TextLink>
        </Trans>
      }
    >
      {failure ? (
        <>
          <Notice tone="danger" live>
            {t(failureText(failure))}
          </Notice>
          <LinkButton to="/login" variant="primary" wide>
            <Trans>Log In</Trans>
          </LinkButton>
        </>
      ) : (
        <p className="flex items-center gap-3 text-muted">
          <Spinner /> <Trans>Logging you in</Trans>
        </p>
      )}
    </AuthFrame>
  );
}
