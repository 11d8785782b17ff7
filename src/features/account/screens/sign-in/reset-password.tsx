// Target of the reset link. A new password signs in and ends all other sessions.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { homeOf, type Person } from "#state/session.ts";
import { TextLink } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { readAuthRedirect, recoveryKey, storeAuthRedirect } from "./auth-redirect.ts";
import { CodeBelow, CodeLead } from "./code-form.tsx";
import { NoLink } from "./invalid-link.tsx";
import { Recovery } from "./recovery.tsx";

const route = getRouteApi("/(auth)/reset-password");

export function ResetPassword() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const router = useRouter();
  const [asksCode, setAsksCode] = useState(false);
  const [{ tokens }] = useState(() => readAuthRedirect(recoveryKey));
  const [expired] = useState(route.useSearch().expired === true);
  useEffect(() => {
    storeAuthRedirect(recoveryKey, tokens);
    router.history.replace("/reset-password");
  }, [router, tokens]);
  const dead = !tokens && !expired;
  const finish = async ({ role }: Person) => {
    storeAuthRedirect(recoveryKey, null);
    showToast({ title: t`Password changed`, description: t`You are logged in here and logged out everywhere else.` });
    await navigate({ to: homeOf(role), replace: true });
  };

  return (
    <AuthFrame
      title={asksCode ? t`Two-step verification` : dead ? t`This link does not work` : t`Choose a new password`}
      lead={
        asksCode ? (
          <CodeLead />
        ) : expired ? (
          <Trans>Your password has expired. A new one logs you in here and logs you out everywhere else.</Trans>
        ) : dead ? (
          <Trans>Request a new link to choose a new password.</Trans>
        ) : (
          <Trans>It logs you in here and logs you out everywhere else.</Trans>
        )
      }
      below={
        asksCode ? (
          <CodeBelow />
        ) : (
          <Trans>
            Back to <TextLink to="/login">Log In</TextLink>
          </Trans>
        )
      }
    >
      {dead ? <NoLink /> : <Recovery tokens={tokens} asksCode={asksCode} onAsksCode={setAsksCode} onChanged={finish} />}
    </AuthFrame>
  );
}
