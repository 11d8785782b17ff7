// The code after the password (T13). The session that waits for it shows nothing yet, so leaving
// this page costs nothing.
import { useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate, useRouter } from "@tanstack/react-router";
import { REDIRECT_AFTER_LOGIN_MS } from "../../../../lib/constants.ts";
import { homeOf, type Person } from "../../../../state/session.ts";
import { useToast } from "../../../../ui/toast.tsx";
import { useTimeout } from "../../../../ui/use-timeout.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeBelow, CodeForm, CodeLead } from "./code-form.tsx";

const route = getRouteApi("/(auth)/challenge");

export function Challenge() {
  const { t } = useLingui();
  const { redirect } = route.useSearch();
  const toast = useToast();
  const later = useTimeout();
  const navigate = useNavigate();
  const router = useRouter();
  const goOn = ({ role }: Person) => {
    toast({ title: t`Login successful!` });
    later(REDIRECT_AFTER_LOGIN_MS, () => {
      if (redirect) router.history.replace(redirect);
      else void navigate({ to: homeOf(role), replace: true });
    });
  };
  return (
    <AuthFrame title={t`Two-step verification`} lead={<CodeLead />} below={<CodeBelow />}>
      <CodeForm onVerified={goOn} />
    </AuthFrame>
  );
}
