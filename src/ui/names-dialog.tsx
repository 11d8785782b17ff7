import { useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface NamesDialogProps {
  title: string;
  things: readonly { id: string; name: string }[];
  note: ReactNode;
  onRename: (id: string) => void;
  onDelete: (id: string) => void;
  onClose: () => void;
}

export function NamesDialog({ title, things, note, onRename, onDelete, onClose }: NamesDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open size="sm" title={title} onClose={onClose}>
      <ul aria-label={title} className="divide-y divide-line">
        {things.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-1 py-1">
            <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
            <IconButton icon={Pencil} label={t`Rename “${name}”`} onClick={() => onRename(id)} />
            <IconButton icon={Trash2} label={t`Delete “${name}”`} onClick={() => onDelete(id)} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">{note}</p>
    </Dialog>
  );
}
