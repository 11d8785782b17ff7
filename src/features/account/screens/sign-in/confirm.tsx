// Landing page of auth e-mails. Only the button uses the link, because mail scanners open links and
// run scripts.
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { useAddressLink } from "#lib/use-address-link.ts";
import type { AuthFailure } from "#state/session.ts";
import { syncIfThere } from "#state/sync.ts";
import type { EmailLink, LinkTokens } from "#sync/index.ts";
import { Button, TextLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { readEmailLink, recoveryKey, storeAuthRedirect } from "./auth-redirect.ts";
import { ExpiredLink } from "./expired-link.tsx";
import { useEntering } from "./use-entering.ts";

export function AuthConfirm() {
  // The link stays in the URL until used, so that a reload works.
  const [{ link, type }, turn] = useAddressLink(readEmailLink);
  return link ? <Confirm key={turn} link={link} /> : <ExpiredLink type={type} damaged />;
}

function Confirm({ link }: { link: EmailLink }) {
  const { t } = useLingui();
  const router = useRouter();
  const goOn = useEntering();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [pending, setPending] = useState(false);
  // The link works once: keep its tokens for retries.
  const opened = useRef<LinkTokens | null>(null);

  const use = async (): Promise<AuthFailure | null> => {
    const sync = await syncIfThere();
    if (!sync) return { type: "offline" };
    if (!opened.current) {
      const answer = await sync.openLink(link);
      if (!answer.ok) return answer.error;
      if (!answer.value) {
        router.history.replace("/auth/callback#message=one+left");
        return null;
      }
      opened.current = answer.value;
    }
    if (link.type !== "recovery") return goOn(await sync.enterByLink(opened.current), link.type);
    storeAuthRedirect(recoveryKey, opened.current);
    router.history.replace("/reset-password");
    return null;
  };
  const start = async () => {
    setPending(true);
    setFailure(null);
    const failed = await use().finally(() => setPending(false));
    setFailure(failed);
  };

  if (failure?.type === "link_expired") return <ExpiredLink type={link.type} />;
  const titles: Readonly<Record<EmailLink["type"], string>> = {
    signup: t`Confirm your email address`,
    email_change: t`Confirm your email address`,
    recovery: t`Choose a new password`,
    invite: t`Accept the invitation`,
    magiclink: t`Log in to Betaflock`,
  };
  return (
    <AuthFrame
      title={titles[link.type]}
      lead={<Trans>Press the button to use the link from your email. It works once.</Trans>}
      below={
        <Trans>
          Didn't ask for this? Close this page: nothing happens. <TextLink to="/contact">Write to us</TextLink>.
        </Trans>
      }
    >
      {failure && (
        <Notice tone="danger" live>
          {t(failureText(failure))}
        </Notice>
      )}
      <Button variant="primary" wide pending={pending} onClick={() => void start()}>
        <Trans>Continue</Trans>
      </Button>
    </AuthFrame>
  );
}
