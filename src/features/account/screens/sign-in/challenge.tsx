// Asks for the second factor after the password. The pending session has no access yet, so leaving
// the page is safe.
import { useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeBelow, CodeForm, CodeLead } from "./code-form.tsx";
import { useAfterLogin } from "./use-after-login.ts";

const route = getRouteApi("/(auth)/challenge");

export function Challenge() {
  const { t } = useLingui();
  const { redirect } = route.useSearch();
  const goOn = useAfterLogin(redirect);
  const navigate = useNavigate();
  const turnOn = () => navigate({ to: "/account/security", replace: true });
  return (
    <AuthFrame title={t`Two-step verification`} lead={<CodeLead />} below={<CodeBelow />}>
      <CodeForm onVerified={goOn} onRecovered={turnOn} />
    </AuthFrame>
  );
}
