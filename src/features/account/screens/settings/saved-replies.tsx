import { Trans, useLingui } from "@lingui/react/macro";
import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { replyKindLabel } from "#features/common/account-labels.ts";
import { failureText } from "#features/sync/failures.ts";
import type { Person } from "#state/session.ts";
import { useMutation } from "#state/store.ts";
import { savedReplyDelete, savedReplyKeep } from "#sync/mutations/account.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { languageNames } from "#sync/schema/languages.ts";
import { replyLimits, type SavedReply } from "#sync/schema/replies.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { Part } from "./account-section.tsx";
import { ReplyDialog } from "./reply-dialog.tsx";

interface SavedRepliesProps {
  person: Person;
  replies: Account["saved_replies"] | null;
}

export function SavedReplies({ person, replies }: SavedRepliesProps) {
  const { t } = useLingui();
  const keep = useMutation(savedReplyKeep);
  const remove = useMutation(savedReplyDelete);
  const [editing, setEditing] = useState<{ id: string; reply: SavedReply | null } | null>(null);
  const all = Object.entries(replies ?? {}).sort(
    ([, a], [, b]) => a.kind.localeCompare(b.kind) || a.text.localeCompare(b.text),
  );
  const save = async (id: string, reply: SavedReply) => {
    const done = await keep(person.id, id, reply);
    if (!done.ok) return void showToast({ tone: "danger", title: t(failureText(done.error)) });
    showToast({ title: t`Reply saved` });
    setEditing(null);
  };
  const take = async (id: string, reply: SavedReply) => {
    const done = await remove(person.id, id);
    if (!done.ok) return void showToast({ tone: "danger", title: t(failureText(done.error)) });
    showToast({ title: t`Reply deleted`, action: { label: t`Undo`, onSelect: () => void save(id, reply) } });
  };
  return (
    <Part
      id="saved-replies"
      waits={!replies}
      title={<Trans>Saved replies</Trans>}
      lead={<Trans>Texts that you send to testers again and again. They are yours alone, on all your devices.</Trans>}
    >
      {all.length > 0 && (
        <ul aria-label={t`Saved replies`} className="divide-y divide-line rounded-lg border border-line bg-raised">
          {all.map(([id, reply]) => (
            <li key={id} className="flex items-start gap-2 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p lang={reply.language} className="whitespace-pre-line break-words">
                  {reply.text}
                </p>
                <p className="mt-0.5 text-muted text-sm">
                  {t(replyKindLabel[reply.kind])} · {languageNames[reply.language]}
                </p>
              </div>
              <IconButton icon={Pencil} label={t`Edit reply`} onClick={() => setEditing({ id, reply })} />
              <IconButton icon={Trash2} label={t`Delete reply`} onClick={() => void take(id, reply)} />
            </li>
          ))}
        </ul>
      )}
      {!replies && <SkeletonLine className="w-64" />}
      {replies && all.length === 0 && (
        <p className="flex items-center gap-2 text-muted text-sm">
          <MessageSquareText aria-hidden className="size-5 shrink-0" />
          <Trans>None yet. You can also save one while you answer a report.</Trans>
        </p>
      )}
      <Button
        icon={Plus}
        className={cx("mt-4", !replies && "invisible")}
        disabled={all.length >= replyLimits.saved}
        onClick={() => setEditing({ id: crypto.randomUUID(), reply: null })}
      >
        <Trans>New reply</Trans>
      </Button>
      {editing && (
        <ReplyDialog
          reply={editing.reply}
          onClose={() => setEditing(null)}
          onSave={(reply) => save(editing.id, reply)}
        />
      )}
    </Part>
  );
}
