import { useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface NameListProps {
  title: string;
  things: readonly { id: string; name: string; readOnly?: boolean }[];
  onRename: (id: string) => void;
  onDelete: (id: string) => void;
  /** A further action, before the others. */
  action?: (thing: { id: string; name: string }) => ReactNode;
}

export function NameList({ title, things, onRename, onDelete, action }: NameListProps) {
  const { t } = useLingui();
  if (things.length === 0) return null;
  return (
    <ul aria-label={title} className="divide-y divide-line">
      {things.map(({ id, name, readOnly }) => (
        <li key={id} className="flex min-h-11 items-center gap-1 py-1">
          <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
          {action?.({ id, name })}
          {!readOnly && (
            <>
              <IconButton icon={Pencil} label={t`Rename “${name}”`} onClick={() => onRename(id)} />
              <IconButton icon={Trash2} label={t`Delete “${name}”`} onClick={() => onDelete(id)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface NamesDialogProps extends NameListProps {
  note: ReactNode;
  /** Further lists. */
  children?: ReactNode;
  onClose: () => void;
}

export function NamesDialog({ note, children, onClose, ...list }: NamesDialogProps) {
  return (
    <Dialog open size="sm" title={list.title} onClose={onClose}>
      <NameList {...list} />
      {list.things.length > 0 && <p className="mt-3 text-muted text-sm">{note}</p>}
      {children}
    </Dialog>
  );
}
