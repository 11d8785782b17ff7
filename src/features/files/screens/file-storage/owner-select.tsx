import { Trans, useLingui } from "@lingui/react/macro";
import { Check, ChevronDown, FolderOpen } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { adminFileOwners, type FileOwner } from "#sync/schema/admin-functions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { EmptyList } from "#ui/no-match.tsx";
import { SearchInput } from "#ui/search-input.tsx";

interface OwnerSelectProps {
  /** Null for the admin. */
  owner: FileOwner | null;
  onChange: (id: string | null) => void;
}

/** Falls back to the start of the id if the name is not cached. */
const nameOf = ({ id, name }: FileOwner) => name || id.slice(0, 8);

export function OwnerSelect({ owner, onChange }: OwnerSelectProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const name = owner ? nameOf(owner) : t`Me`;
  const choose = (id: string | null) => {
    setOpen(false);
    onChange(id);
  };
  return (
    <>
      <Button icon={ChevronDown} opensDialog onClick={() => setOpen(true)} className="max-w-full">
        <span className="min-w-0 truncate">{t`Owner: ${name}`}</span>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={<Trans>Whose files?</Trans>} steady>
        {open && <Owners chosen={owner?.id ?? null} onChoose={choose} />}
      </Dialog>
    </>
  );
}

function Owners({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const search = useDeferredValue(q.trim());
  const list = useRemoteList(adminFileOwners, { search, limit: 50 }, { fits: ({ name }) => matches(q, name) });
  return (
    <div className="flex flex-col gap-3 pt-1">
      <SearchInput label={t`Search owners`} value={q} onChange={setQ} />
      <ul aria-label={t`Owners`} className="flex flex-col">
        {q === "" && (
          <Owner current={chosen === null} onChoose={() => onChoose(null)}>
            <Trans>Me</Trans>
          </Owner>
        )}
        {list.rows.map((owner) => (
          <Owner key={owner.id} current={owner.id === chosen} onChoose={() => onChoose(owner.id)}>
            {nameOf(owner)}
          </Owner>
        ))}
      </ul>
      {/* Rendered below, so that the content above does not move. */}
      <RemoteRows
        list={list}
        failed={<Trans>The owners could not be loaded</Trans>}
        empty={
          <EmptyList q={q} noMatch={<Trans>No owners found</Trans>} onClear={() => setQ("")}>
            <EmptyState icon={FolderOpen} title={<Trans>No owners with files yet</Trans>} />
          </EmptyList>
        }
      />
    </div>
  );
}

function Owner({ current, onChoose, children }: { current: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onChoose}
        className="tap flex w-full items-center gap-2 rounded-md px-2 py-2 text-start hover:bg-sunken aria-[current]:font-semibold"
      >
        <span className="min-w-0 flex-1 break-words">{children}</span>
        {current && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
      </button>
    </li>
  );
}
