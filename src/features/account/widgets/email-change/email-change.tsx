// Changes the account's e-mail address and shows pending confirmations. Needs a network; both
// addresses must confirm.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { loadSync } from "#state/sync.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { Button } from "#ui/button.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { emailLanding } from "../../email-change-landing.ts";
import { ResendButton } from "../resend-button.tsx";
import { EmailChangeDialog } from "./email-change-dialog.tsx";

export function EmailChangeButton({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button opensDialog onClick={() => setOpen(true)}>
        <Trans>Change email</Trans>
      </Button>
      <EmailChangeDialog open={open} email={email} onClose={() => setOpen(false)} />
    </>
  );
}

type Change = Pick<Account, "email" | "unverified_email" | "new_email" | "new_email_waits">;

export function EmailChangeState({ account }: { account: Change | null }) {
  const { t } = useLingui();
  if (!account || account.new_email === "") return null;
  const { email } = account;
  const again = async () => {
    const sync = await loadSync();
    const sent = await sync.resendEmailChange(email, emailLanding());
    void sync.syncNow();
    return sent;
  };
  return (
    <Notice
      tone="info"
      title={<Trans>Your address is being changed</Trans>}
      action={
        <div className="flex flex-wrap gap-2">
          <ResendButton send={again} sent={t`The change takes effect once every link has been opened.`} />
          <CancelChange />
        </div>
      }
    >
      <p className="break-words">
        <Waits account={account} />
      </p>
      <p className="mt-1 text-muted">
        <Trans>Until then you log in with {email}. Each link is valid for one hour.</Trans>
      </p>
    </Notice>
  );
}

function Waits({ account }: { account: Change }) {
  const { email, unverified_email: unverified, new_email: next, new_email_waits: waits } = account;
  if (waits === "old")
    return (
      <Trans>
        The new address is confirmed. Now open the link in the message to <EmailText value={email} />, your current
        address.
      </Trans>
    );
  // An unverified address does not have to confirm.
  if (waits === "new" && unverified === "")
    return (
      <Trans>
        Your current address, <EmailText value={email} />, is confirmed. Now open the link in the message to your new
        address, <EmailText value={next} />.
      </Trans>
    );
  if (waits === "new")
    return (
      <Trans>
        Open the link in the message to your new address, <EmailText value={next} />.
      </Trans>
    );
  return (
    <Trans>
      We sent a message to <EmailText value={email} /> and one to <EmailText value={next} />. Open the links in both.
    </Trans>
  );
}

function CancelChange() {
  const { t } = useLingui();
  const [pending, setPending] = useState(false);
  const cancel = async () => {
    setPending(true);
    try {
      const sync = await loadSync();
      const done = await sync.cancelEmailChange();
      if (done.ok) {
        showToast({ title: t`Your address stays as it is` });
        void sync.syncNow();
      } else {
        const description = t(failureText(done.error));
        showToast({ tone: "danger", title: t`The change could not be cancelled`, description });
      }
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="sm" variant="ghost" pending={pending} onClick={() => void cancel()}>
      <Trans>Cancel the change</Trans>
    </Button>
  );
}
