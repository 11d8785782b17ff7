// The comments between author and developer. Works offline: pending comments are marked.
import { Trans, useLingui } from "@lingui/react/macro";
import { Lock, MessageSquareQuote, SendHorizontal } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { hasDraft } from "#lib/drafts.ts";
import { useCan } from "#state/organization.ts";
import { useQuery } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { commentAdd } from "#sync/mutations/feedback.ts";
import { commentsOn } from "#sync/queries/feedback.ts";
import type { Comment } from "#sync/schema/comments.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { filled } from "#sync/schema/replies.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { PendingBadge } from "../../sync/widgets/pending-badge.tsx";
import { tooLong } from "../reply-rules.ts";

interface ThreadProps extends ComposerProps {
  empty: string;
}

export function CommentThread({ empty, ...composer }: ThreadProps) {
  const { report, internalNotes } = composer;
  const { t } = useLingui();
  const read = useQuery(commentsOn(report.id));
  const reviews = useCan("review", report.org_id);
  // Render field and comments together, or the comments would push the field down.
  if (read.state === "loading") return <SkeletonList rows={2} className="h-12" />;
  const comments = read.state === "ready" ? read.data : [];
  return (
    <div className="flex flex-col gap-4">
      {comments.length === 0 ? (
        <p className="text-muted text-sm">{empty}</p>
      ) : (
        <ol aria-label={t`Comments`} className="flex flex-col gap-4">
          {comments.map((comment) => (
            <Entry key={comment.id} comment={comment} />
          ))}
        </ol>
      )}
      {(reviews || !internalNotes) && <Composer key={report.id} {...composer} />}
    </div>
  );
}

function Entry({ comment }: { comment: Comment }) {
  const person = usePerson();
  return (
    <li className="flex gap-3">
      <Avatar name={comment.author_name} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
          <span className="font-semibold">
            {comment.author_id === person.id ? <Trans>You</Trans> : comment.author_name}
          </span>
          <span className="text-muted">
            <DateText value={comment.captured_at} />
          </span>
          {comment.internal && (
            <Badge tone="caution" icon={Lock}>
              <Trans>Internal note</Trans>
            </Badge>
          )}
          <PendingBadge row={comment} withText />
        </p>
        <p className={cx("whitespace-pre-wrap break-words", comment.internal && "text-muted")}>{comment.body}</p>
      </div>
    </li>
  );
}

interface ComposerProps {
  report: Feedback;
  /** Enables internal notes, which testers cannot see. */
  internalNotes?: boolean;
  /** Renders a picker that inserts saved replies. Placeholders are filled in on sending. */
  replies?: (text: string, onChange: (text: string) => void) => ReactNode;
}

const MOST = 5000;

function Composer({ report, internalNotes = false, replies }: ComposerProps) {
  const { t } = useLingui();
  const repliesId = useId();
  const [picks, setPicks] = useState(false);
  // Unsent text survives a reload. Notes have a separate draft key: restored as a comment, a note
  // would be sent to the tester.
  const draftKey = (note: boolean) => `${note ? "note" : "comment"}:${report.id}`;
  const [internal, setInternal] = useState(() => internalNotes && hasDraft(draftKey(true)));
  const { text: body, change: setBody, moveTo } = useTextDraft(draftKey(internal));
  const add = useMutationToast(commentAdd);
  // Notes have no recipient, so their placeholders stay.
  const answers = replies !== undefined && !internal;
  const long = answers && tooLong(body, [report], MOST);
  const sending = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const keepInside = (note: boolean) => {
    moveTo(draftKey(note));
    setInternal(note);
  };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    const text = trimmed(body);
    // Ignore a second click while sending, and keep the focus in the field.
    if (text === "" || long || sending.current) return field.current?.focus();
    sending.current = true;
    const added = await add(report, answers ? filled(text, report) : text, internal).finally(() => {
      // Wait until the field is empty.
      setTimeout(() => {
        sending.current = false;
      });
    });
    if (!added.ok) return;
    setBody("");
    field.current?.focus();
  };
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-2">
      {answers && (
        <div id={repliesId} hidden={!picks}>
          {picks && replies(body, setBody)}
        </div>
      )}
      <Field
        label={internal ? t`Internal note` : t`Write a comment`}
        error={long ? t`With the names filled in, this is longer than 5,000 characters.` : undefined}
      >
        <TextArea
          ref={field}
          rows={2}
          maxLength={MOST}
          value={body}
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {internalNotes && (
          <Checkbox
            label={t`Internal note: the tester never sees it`}
            checked={internal}
            onChange={(event) => keepInside(event.target.checked)}
          />
        )}
        <div className="ms-auto flex items-center gap-2">
          {answers && (
            <IconButton
              icon={MessageSquareQuote}
              label={t`Canned replies`}
              aria-expanded={picks}
              aria-controls={repliesId}
              onClick={() => setPicks(!picks)}
            />
          )}
          <Button type="submit" icon={SendHorizontal}>
            <Trans>Send</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
