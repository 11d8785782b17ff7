// Google and GitHub login. Explains if the server has not configured the provider.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { writeKey } from "#lib/browser-storage.ts";
import type { AuthFailure } from "#state/session.ts";
import type { Result } from "#state/store.ts";
import { syncIfThere } from "#state/sync.ts";
import type { OAuthProvider } from "#sync/index.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { returnPathKey } from "./auth-redirect.ts";

/** Brand names are not translated. */
const names: { readonly [P in OAuthProvider]: string } = { google: "Google", github: "GitHub" };

export function SocialButtons({ wanted }: { wanted: string | undefined }) {
  const { t } = useLingui();
  const [pending, setPending] = useState<OAuthProvider | null>(null);
  const [failed, setFailed] = useState<{ provider: OAuthProvider; failure: AuthFailure } | null>(null);

  const start = async (provider: OAuthProvider) => {
    setPending(provider);
    setFailed(null);
    const sync = await syncIfThere();
    // The code of the sign-in is not on this device, which is offline.
    const begun: Result<string, AuthFailure> = sync
      ? await sync.startOAuth(provider, `${window.location.origin}/auth/callback`)
      : { ok: false, error: { type: "offline" } };
    if (begun.ok) {
      writeKey(returnPathKey, wanted ?? null, "session");
      window.location.assign(begun.value);
      return;
    }
    setPending(null);
    setFailed({ provider, failure: begun.error });
  };
  const name = failed ? names[failed.provider] : "";

  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button pending={pending === "google"} onClick={() => void start("google")}>
          <GoogleMark />
          Google
        </Button>
        <Button pending={pending === "github"} onClick={() => void start("github")}>
          <GitHubMark />
          GitHub
        </Button>
      </div>
      {failed &&
        (failed.failure.type === "provider_missing" ? (
          <Notice tone="info" live title={<Trans>Login with {name} is not set up here</Trans>}>
            <Trans>
              The operator of this server has to add a client ID and secret for {name}. Until then, please use your
              email and password.
            </Trans>
          </Notice>
        ) : (
          <Notice tone="danger" live title={<Trans>Login failed</Trans>}>
            {t(failureText(failed.failure))}
          </Notice>
        ))}
    </div>
  );
}

const GoogleMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
    <path
      fill="#4285F4"
      d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.4h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.5z"
    />
    <path
      fill="#34A853"
      d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.3 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3A11.5 11.5 0 0 0 12 23.5z"
    />
    <path fill="#FBBC05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4z" />
    <path fill="#EA4335" d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3C6.5 7.1 9 5.1 12 5.1z" />
  </svg>
);

const GitHubMark = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className="size-5 shrink-0 fill-current">
    <path d="M8 0a8 8 0 0 0-2.53 15.59c.4.07.55-.17.55-.38v-1.34c-2.23.48-2.7-1.07-2.7-1.07-.36-.93-.89-1.17-.89-1.17-.73-.5.05-.49.05-.49.81.06 1.23.83 1.23.83.72 1.23 1.88.87 2.34.67.07-.52.28-.88.51-1.08-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82a7.6 7.6 0 0 1 4 0c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48v2.2c0 .21.15.46.55.38A8 8 0 0 0 8 0z" />
  </svg>
);
