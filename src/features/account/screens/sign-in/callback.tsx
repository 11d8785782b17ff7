// Where a link that verifies an address, an invitation, and Google's or GitHub's way back end:
// signed in, or told why not.

import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { readKey, writeKey } from "../../../../lib/browser-storage.ts";
import { type AuthFailure, homeOf, type Person } from "../../../../state/session.ts";
import { loadSync } from "../../../../state/sync.ts";
import { LinkButton, TextLink } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Spinner } from "../../../../ui/spinner.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { failureText } from "../../../sync/failures.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { type AuthRedirect, internalPath, readAuthRedirect, returnPathKey } from "./auth-redirect.ts";
import { EmailChangePending } from "./email-change-pending.tsx";
import { ExpiredLink } from "./expired-link.tsx";

type Outcome = { ok: true; value: Person } | { ok: false; error: AuthFailure };

async function enter({ tokens, code, errorCode }: AuthRedirect): Promise<Outcome> {
  const sync = await loadSync();
  if (tokens) return sync.enterByLink(tokens);
  if (code) return sync.finishOAuth(code);
  if (errorCode === "email_exists") return { ok: false, error: { type: "email_taken" } };
  return { ok: false, error: { type: errorCode === "access_denied" ? "login_cancelled" : "link_expired" } };
}

export function AuthCallback() {
  const { t } = useLingui();
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const [landing] = useState(() => readAuthRedirect("entering"));
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // A code is good for one try; React runs effects twice in development.
  const begun = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // The address holds no secret then, and a reload says the same again.
    if (landing.emailChange === "one_left") return;
    void (async () => {
      const entered = await enter(landing);
      const secondFactor = !entered.ok && entered.error.type === "second_factor";
      if (!entered.ok && !secondFactor) {
        router.history.replace("/auth/callback");
        return setFailure(entered.error);
      }
      const wanted = v.safeParse(internalPath, readKey(returnPathKey, "session"));
      writeKey(returnPathKey, null, "session");
      if (!entered.ok) {
        const search = wanted.success ? { redirect: wanted.output } : {};
        return navigate({ to: "/challenge", search, replace: true });
      }
      toast({
        title:
          landing.emailChange === "done"
            ? t`Email address changed`
            : landing.type === "signup"
              ? t`Email address verified`
              : t`Login successful!`,
      });
      if (wanted.success) router.history.replace(wanted.output);
      else await navigate({ to: homeOf(entered.value.role), replace: true });
    })();
  }, []);

  if (landing.emailChange === "one_left") return <EmailChangePending />;
  // A provider's way back is no link that one could ask for again.
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
