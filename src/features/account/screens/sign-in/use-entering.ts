import { useLingui } from "@lingui/react/macro";
import { useNavigate, useRouter } from "@tanstack/react-router";
import * as v from "valibot";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import { type AuthFailure, homeOf, type Person } from "#state/session.ts";
import { showToast } from "#ui/toast.tsx";
import { internalPath, returnPathKey } from "./auth-redirect.ts";

export type Entered = { ok: true; value: Person } | { ok: false; error: AuthFailure };

/**
 * Handles the return from a link or provider: shows the result and opens the requested page or the
 * user's home.
 * @returns the failure, or null after navigating
 */
export function useEntering(): (entered: Entered, linkType: string | null) => Promise<AuthFailure | null> {
  const { t } = useLingui();
  const router = useRouter();
  const navigate = useNavigate();
  return async (entered, linkType) => {
    if (!entered.ok && entered.error.type !== "second_factor") return entered.error;
    const wanted = v.safeParse(internalPath, readKey(returnPathKey, "session"));
    writeKey(returnPathKey, null, "session");
    if (!entered.ok) {
      const search = wanted.success ? { redirect: wanted.output } : {};
      await navigate({ to: "/challenge", search, replace: true });
      return null;
    }
    showToast({
      title:
        linkType === "email_change"
          ? t`Email address changed`
          : linkType === "signup"
            ? t`Email address verified`
            : t`Login successful!`,
    });
    if (wanted.success) router.history.replace(wanted.output);
    else await navigate({ to: homeOf(entered.value.role), replace: true });
    return null;
  };
}
