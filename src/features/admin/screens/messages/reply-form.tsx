import { Trans, useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { messageReply } from "../../../../../sync/mutations/admin.ts";
import type { ContactLetter } from "../../../../../sync/schema/admin-functions.ts";
import { callServer } from "../../../../state/call-server.ts";
import { useStatus } from "../../../../state/status.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { TextArea } from "../../../../ui/inputs.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { useTextDraft } from "../../../../ui/use-text-draft.ts";
import { failureText } from "../../../sync/failures.ts";

/** The name of the draft of a reply. */
export const replyDraft = (messageId: string): string => `message-reply-${messageId}`;

interface ReplyFormProps {
  letter: ContactLetter;
  onClose: () => void;
  onSent: () => void;
}

/** What is typed stays a draft until the server has taken it. */
export function ReplyForm({ letter: { id, email }, onClose, onSent }: ReplyFormProps) {
  const { t } = useLingui();
  const toast = useToast();
  const online = useStatus("online");
  const { text, change, forget } = useTextDraft(replyDraft(id));
  const [replyId] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const send = async () => {
    if (text.trim() === "") return setError(t`Required`);
    setPending(true);
    const sent = await callServer((transport) =>
      messageReply(transport, { message_id: id, reply_id: replyId, text: text.trim() }),
    );
    setPending(false);
    if (!sent.ok) return toast({ tone: "danger", title: t(failureText(sent.error)) });
    forget();
    toast({ title: t`The reply is on its way` });
    onSent();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} className="flex max-w-prose flex-col gap-3">
      <Field label={t`Reply`} help={t`It is sent by email to ${email}, with the message below it.`} error={error}>
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
        <Button type="submit" size="sm" variant="primary" icon={Send} pending={pending} disabled={!online}>
          <Trans>Send reply</Trans>
        </Button>
        <Button size="sm" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
