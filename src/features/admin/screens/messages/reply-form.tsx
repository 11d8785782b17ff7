import { Trans, useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { failureText } from "#features/sync/failures.ts";
import { useStatus } from "#state/status.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { adminReplyMessage, type ContactLetter } from "#sync/schema/admin-functions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { OwnMail } from "./own-mail.tsx";

export const replyDraft = (messageId: string): string => `message-reply-${messageId}`;

interface ReplyFormProps {
  letter: ContactLetter;
  mailOff: boolean;
  onClose: () => void;
  onSent: () => void;
}

/** The text stays a draft until the server has accepted it. */
export function ReplyForm({ letter, mailOff, onClose, onSent }: ReplyFormProps) {
  const { id, email } = letter;
  const { t } = useLingui();
  const online = useStatus("online");
  const { text, change, forget } = useTextDraft(replyDraft(id));
  const [replyId] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const { pending, run } = useServerCall();
  const send = async () => {
    if (trimmed(text) === "") return setError(t`Required`);
    const sent = await run((transport) =>
      transport.rpc(adminReplyMessage, { message_id: id, reply_id: replyId, text: trimmed(text) }),
    );
    if (!sent.ok) return showToast({ tone: "danger", title: t(failureText(sent.error)) });
    forget();
    showToast({ title: t`The reply is waiting to be sent` });
    onSent();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mailOff) void send();
  };
  return (
    <form onSubmit={submit} className="flex max-w-prose flex-col gap-3">
      {mailOff && (
        <Notice tone="caution" title={<Trans>Email is not set up on this server</Trans>}>
          <Trans>It cannot send a reply. Write it here and send it with your own email app.</Trans>
        </Notice>
      )}
      <Field
        label={t`Reply`}
        help={mailOff ? t`It stays on this device.` : t`It is sent by email to ${email}, with the message below it.`}
        error={error}
      >
        <TextArea
          rows={4}
          maxLength={5000}
          value={text}
          autoFocus
          onChange={(event) => {
            change(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {mailOff ? (
          <OwnMail letter={letter} text={text} variant="primary" />
        ) : (
          <Button type="submit" size="sm" variant="primary" icon={Send} pending={pending} disabled={!online}>
            <Trans>Send reply</Trans>
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
