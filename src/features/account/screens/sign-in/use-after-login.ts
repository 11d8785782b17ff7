import { useLingui } from "@lingui/react/macro";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { REDIRECT_AFTER_LOGIN_MS } from "#lib/constants.ts";
import { reportError } from "#lib/error-log.ts";
import { homeOf, type Person } from "#state/session.ts";
import { showToast } from "#ui/toast.tsx";
import { useTimeout } from "#ui/use-timeout.ts";

export function useAfterLogin(redirect: string | undefined): (person: Pick<Person, "role">) => void {
  const { t } = useLingui();
  const [later] = useTimeout();
  const navigate = useNavigate();
  const router = useRouter();
  return ({ role }) => {
    const hide = showToast({ title: t`Login successful!` });
    if (!redirect) router.preloadRoute({ to: homeOf(role) }).catch(reportError);
    later(REDIRECT_AFTER_LOGIN_MS, () => {
      if (!redirect) return void navigate({ to: homeOf(role), replace: true });
      // It would cover the next button on a phone.
      hide();
      router.history.replace(redirect);
    });
  };
}
