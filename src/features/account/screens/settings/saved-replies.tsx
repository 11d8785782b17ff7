import { Trans, useLingui } from "@lingui/react/macro";
import { MessageSquareText, Plus } from "lucide-react";
import { useState } from "react";
import { type SharedEntry, useSharedItems } from "#features/common/use-shared-items.ts";
import { ShareMenu } from "#features/common/widgets/share-menu.tsx";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import type { Person } from "#state/session.ts";
import { savedReplyDelete, savedReplyKeep } from "#sync/mutations/account.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { replyLimits, type SavedReply } from "#sync/schema/replies.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast.tsx";
import { Part } from "./account-section.tsx";
import { ReplyDialog } from "./reply-dialog.tsx";
import { ReplyList } from "./reply-list.tsx";

interface Editing {
  id: string;
  reply: SavedReply | null;
  /** If an organization shares it. */
  entry?: SharedEntry<"reply">;
}

interface SavedRepliesProps {
  person: Person;
  replies: Account["saved_replies"] | null;
}

export function SavedReplies({ person, replies }: SavedRepliesProps) {
  const { t } = useLingui();
  const keep = useMutationToast(savedReplyKeep);
  const remove = useMutationToast(savedReplyDelete);
  const [editing, setEditing] = useState<Editing | null>(null);
  const saved = Object.keys(replies ?? {}).length;
  const shared = useSharedItems("reply");
  const sharing = new Map(shared.entries.map(({ organization }) => [organization.org_id, organization.name]));
  const save = async (id: string, reply: SavedReply, entry?: SharedEntry<"reply">) => {
    const done = entry ? await shared.keep({ ...entry, value: reply }) : (await keep(person.id, id, reply)).ok;
    if (!done) return;
    showToast({ title: t`Reply saved` });
    setEditing(null);
  };
  const take = async (id: string, reply: SavedReply) => {
    const done = await remove(person.id, id);
    if (!done.ok) return;
    showToast({ title: t`Reply deleted`, action: { label: t`Undo`, onSelect: () => void save(id, reply) } });
  };
  return (
    <Part
      id="saved-replies"
      waits={!replies}
      title={<Trans>Saved replies</Trans>}
      lead={<Trans>Texts that you send to testers again and again. They are yours alone, on all your devices.</Trans>}
    >
      <ReplyList
        title={t`Saved replies`}
        replies={Object.entries(replies ?? {}).map(([id, value]) => ({ id, value, canChange: true }))}
        onEdit={({ id, value }) => setEditing({ id, reply: value })}
        onDelete={({ id, value }) => void take(id, value)}
        action={({ id }) => (
          <ShareMenu
            label={t`Share reply`}
            organizations={shared.organizations}
            onShare={(one) => void shared.share(id, one)}
          />
        )}
      />
      {!replies && <SkeletonLine className="w-64" />}
      {replies && saved === 0 && (
        <p className="flex items-center gap-2 text-muted text-sm">
          <MessageSquareText aria-hidden className="size-5 shrink-0" />
          <Trans>None yet. You can also save one while you answer a report.</Trans>
        </p>
      )}
      <Button
        icon={Plus}
        className={cx("mt-4", !replies && "invisible")}
        disabled={saved >= replyLimits.saved}
        onClick={() => setEditing({ id: crypto.randomUUID(), reply: null })}
      >
        <Trans>New reply</Trans>
      </Button>
      {[...sharing].map(([orgId, name]) => (
        <div key={orgId} className="mt-6">
          <h3 className="mb-2 text-sm">
            <Trans>Shared in {name}</Trans>
          </h3>
          <ReplyList
            title={t`Shared in ${name}`}
            replies={shared.entries.filter(({ organization }) => organization.org_id === orgId)}
            onEdit={(entry) => setEditing({ id: entry.id, reply: entry.value, entry })}
            onDelete={(entry) => void shared.remove(entry)}
          />
        </div>
      ))}
      {editing && (
        <ReplyDialog
          reply={editing.reply}
          onClose={() => setEditing(null)}
          onSave={(reply) => save(editing.id, reply, editing.entry)}
        />
      )}
    </Part>
  );
}
