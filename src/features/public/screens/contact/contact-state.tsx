// State of contact messages: sent, pending, or rejected and recoverable.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { failureText, rejectionText } from "#features/sync/failures.ts";
import { usePendingContact } from "#state/contact.ts";
import { loadSync } from "#state/sync.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";

export function ContactState({ sent }: { sent: string | null }) {
  const { t } = useLingui();
  const messages = usePendingContact();
  const waiting = messages.filter((m) => m.state === "pending");
  const rejected = messages.filter((m) => m.state === "rejected");
  const discard = async (id: string) => {
    const { contact } = await loadSync();
    const done = await contact.discard(id);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  const arrived = sent !== null && !messages.some((m) => m.id === sent);
  return (
    <>
      {waiting.length > 0 && (
        <Notice
          tone="info"
          live
          title={
            <Plural
              value={waiting.length}
              one="# message is waiting to be sent"
              other="# messages are waiting to be sent"
            />
          }
        >
          <Trans>It is safe on this device and is sent as soon as the server can be reached.</Trans>
        </Notice>
      )}
      {arrived && (
        <Notice tone="positive" live title={<Trans>Message sent</Trans>}>
          <Trans>Thank you. We will answer by email.</Trans>
        </Notice>
      )}
      {rejected.map((m) => (
        <Notice
          key={m.id}
          tone="danger"
          live
          title={<Trans>The server did not accept this message</Trans>}
          action={
            <Button size="sm" onClick={() => void discard(m.id)}>
              <Trans>Delete it</Trans>
            </Button>
          }
        >
          <p>{t(rejectionText(m.failure))}</p>
          <p className="mt-2 whitespace-pre-wrap break-words">{m.body.message}</p>
        </Notice>
      ))}
    </>
  );
}
