import { useLingui } from "@lingui/react/macro";
import { NameList } from "#ui/names-dialog.tsx";
import type { SharedEntry } from "../use-shared-items.ts";

/** A shared item in a menu. */
export const SharedName = ({ name, organization }: { name: string; organization: string }) => (
  <>
    <span className="min-w-0 max-w-64 truncate">{name}</span>
    <span className="ms-auto min-w-0 max-w-32 truncate ps-2 text-muted text-xs">{organization}</span>
  </>
);

type Named = SharedEntry<"view"> | SharedEntry<"template">;

interface SharedNamesProps<E extends Named> {
  entries: readonly E[];
  onRename: (entry: E) => void;
  onDelete: (entry: E) => void;
}

/** The views or templates that one organization shares, below the person's own. */
export function SharedNames<E extends Named>({ entries, onRename, onDelete }: SharedNamesProps<E>) {
  const { t } = useLingui();
  const [first] = entries;
  if (!first) return null;
  const { name } = first.organization;
  const title = t`Shared in ${name}`;
  const entryOf = (id: string) => entries.find((one) => one.id === id) ?? first;
  return (
    <div className="mt-5 first:mt-0">
      <h3 className="text-muted text-sm">{title}</h3>
      <NameList
        title={title}
        things={entries.map(({ id, value, canChange }) => ({ id, name: value.name, readOnly: !canChange }))}
        onRename={(id) => onRename(entryOf(id))}
        onDelete={(id) => onDelete(entryOf(id))}
      />
    </div>
  );
}
