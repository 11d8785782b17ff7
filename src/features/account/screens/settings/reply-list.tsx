import { useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { replyKindLabel } from "#features/common/account-labels.ts";
import { languageNames } from "#sync/schema/languages.ts";
import type { SavedReply } from "#sync/schema/replies.ts";
import { IconButton } from "#ui/button.tsx";

interface Listed {
  id: string;
  value: SavedReply;
  canChange: boolean;
}

interface ReplyListProps<E extends Listed> {
  title: string;
  replies: readonly E[];
  onEdit: (reply: E) => void;
  onDelete: (reply: E) => void;
  /** A further action, before the others. */
  action?: (reply: E) => ReactNode;
}

export function ReplyList<E extends Listed>({ title, replies, onEdit, onDelete, action }: ReplyListProps<E>) {
  const { t } = useLingui();
  if (replies.length === 0) return null;
  const sorted = [...replies].sort(
    ({ value: a }, { value: b }) => a.kind.localeCompare(b.kind) || a.text.localeCompare(b.text),
  );
  return (
    <ul aria-label={title} className="divide-y divide-line rounded-lg border border-line bg-raised">
      {sorted.map((reply) => (
        <li key={reply.id} className="flex items-start gap-2 px-4 py-2.5">
          <div className="min-w-0 flex-1">
            <p lang={reply.value.language} className="whitespace-pre-line break-words">
              {reply.value.text}
            </p>
            <p className="mt-0.5 text-muted text-sm">
              {t(replyKindLabel[reply.value.kind])} · {languageNames[reply.value.language]}
            </p>
          </div>
          {action?.(reply)}
          {reply.canChange && (
            <>
              <IconButton icon={Pencil} label={t`Edit reply`} onClick={() => onEdit(reply)} />
              <IconButton icon={Trash2} label={t`Delete reply`} onClick={() => onDelete(reply)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
