import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Mail, RotateCcw } from "lucide-react";
import { useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { failureText } from "#features/sync/failures.ts";
import { hasDraft } from "#lib/drafts.ts";
import { useStatus } from "#state/status.ts";
import { adminMessageDone, type ContactLetter } from "#sync/schema/admin-functions.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { showToast } from "#ui/toast.tsx";
import { Reply } from "./reply.tsx";
import { ReplyForm, replyDraft } from "./reply-form.tsx";

interface LetterProps {
  letter: ContactLetter;
  /** True if the server cannot send e-mail. */
  mailOff: boolean;
  onChanged: () => void;
}

export function Letter({ letter, mailOff, onChanged }: LetterProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const { pending, run } = useServerCall();
  const [replying, setReplying] = useState(() => hasDraft(replyDraft(letter.id)));
  const { id, name, email, message, done_at, done_by_name } = letter;
  const mark = async (done: boolean) => {
    const answer = await run((transport) => transport.rpc(adminMessageDone, { message_id: id, done }));
    if (answer.ok) onChanged();
    else showToast({ tone: "danger", title: t(failureText(answer.error)) });
  };
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 break-words text-base">
          {name} <span className="break-all font-normal text-muted text-sm">{email}</span>
        </h2>
        <span className="text-muted text-sm">
          <DateText value={letter.at} />
        </span>
      </div>
      <p className="max-w-prose whitespace-pre-wrap break-words">{message}</p>
      {letter.replies.map((reply) => (
        <Reply key={reply.id} reply={reply} letter={letter} mailOff={mailOff} />
      ))}
      {replying && (
        <ReplyForm letter={letter} mailOff={mailOff} onClose={() => setReplying(false)} onSent={onChanged} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!replying && (
          <Button size="sm" icon={Mail} onClick={() => setReplying(true)}>
            <Trans>Reply by email</Trans>
          </Button>
        )}
        <Button
          size="sm"
          icon={done_at ? RotateCcw : Check}
          pending={pending}
          disabled={!online}
          onClick={() => void mark(done_at === null)}
        >
          {done_at ? <Trans>Reopen</Trans> : <Trans>Mark as done</Trans>}
        </Button>
        {done_at && (
          <span className="text-muted text-sm">
            {t`Done by ${done_by_name}`} · <DateText value={done_at} />
          </span>
        )}
      </div>
    </Card>
  );
}
