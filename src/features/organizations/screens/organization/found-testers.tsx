import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FolderMinus, FolderPlus } from "lucide-react";
import { useState } from "react";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { useCan } from "#state/organization.ts";
import { useStatus } from "#state/status.ts";
import { groupTestersRemove } from "#sync/mutations/past-testers.ts";
import type { PastTester, PeopleFilter, TesterGroup } from "#sync/schema/past-tester-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { SelectAll } from "#ui/select-all.tsx";
import { peopleFilter, type TesterFilters } from "../../tester-filters.ts";
import { TesterCount } from "../../widgets/tester-count.tsx";
import { AddToGroup } from "./add-to-group.tsx";
import { TesterTable } from "./tester-table.tsx";

interface FoundTestersProps {
  orgId: string;
  filters: TesterFilters;
  testers: readonly PastTester[];
  total: number;
  groups: readonly TesterGroup[];
  group: TesterGroup | undefined;
  onChanged: () => void;
}

export function FoundTesters({ orgId, filters, testers, total, groups, group, onChanged }: FoundTestersProps) {
  const online = useStatus("online");
  const manages = useCan("manage", orgId);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [everybody, setEverybody] = useState(false);
  const [adding, setAdding] = useState<PeopleFilter | null>(null);
  const chosen = testers.filter(({ id }) => picked.has(id));
  const pick = (ids: readonly string[]) => {
    setPicked(new Set(ids));
    setEverybody(false);
  };
  const changed = () => {
    pick([]);
    onChanged();
  };
  const removal = useAskedAction(changed);
  const ids = chosen.map(({ id }) => id);
  const people: PeopleFilter = everybody ? peopleFilter(filters) : { ids };
  return (
    <section className="flex flex-col gap-3">
      {manages ? (
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-sm">
          {everybody ? (
            <span className="flex flex-wrap items-center gap-x-3">
              <strong>
                <Trans>
                  All selected: <TesterCount value={total} />
                </Trans>
              </strong>
              <Button size="sm" variant="ghost" onClick={() => pick([])}>
                <Trans>Clear selection</Trans>
              </Button>
            </span>
          ) : (
            <SelectAll rows={testers} chosen={chosen.length} onChoose={pick} label={<TesterCount value={total} />} />
          )}
          {!everybody && chosen.length === testers.length && total > testers.length && (
            <Button size="sm" variant="ghost" onClick={() => setEverybody(true)}>
              <Trans>
                Select all: <TesterCount value={total} />
              </Trans>
            </Button>
          )}
          {(everybody || chosen.length > 0) && (
            <div className="ms-auto flex flex-wrap gap-2">
              <Button size="sm" icon={FolderPlus} disabled={!online} onClick={() => setAdding(people)}>
                <Trans>Add to a group</Trans>
              </Button>
              {group && !everybody && (
                <Button size="sm" icon={FolderMinus} disabled={!online} opensDialog onClick={removal.ask}>
                  <Trans>Remove from group</Trans>
                </Button>
              )}
            </div>
          )}
        </div>
      ) : (
        <p role="status" className="text-muted text-sm">
          <TesterCount value={total} />
        </p>
      )}
      <TesterTable
        orgId={orgId}
        testers={testers}
        groups={groups}
        group={group}
        picked={picked}
        onPick={manages && !everybody ? (id) => pick(toggled(picked, id)) : undefined}
        onAdd={(id) => setAdding({ ids: [id] })}
        onChanged={changed}
      />
      {adding && (
        <AddToGroup
          orgId={orgId}
          groups={groups.filter(({ id }) => id !== group?.id)}
          people={adding}
          onClose={() => setAdding(null)}
          onAdded={changed}
        />
      )}
      {group && <RemovalQuestion removal={removal} orgId={orgId} group={group} ids={ids} />}
    </section>
  );
}

const toggled = (picked: ReadonlySet<string>, id: string) =>
  picked.has(id) ? [...picked].filter((one) => one !== id) : [...picked, id];

interface RemovalQuestionProps {
  removal: ReturnType<typeof useAskedAction>;
  orgId: string;
  group: TesterGroup;
  ids: readonly string[];
}

function RemovalQuestion({ removal, orgId, group, ids }: RemovalQuestionProps) {
  const { t } = useLingui();
  const { name } = group;
  return (
    <ConfirmDialog
      {...removal.question(
        (transport) => groupTestersRemove(transport, { org_id: orgId, group_id: group.id }, ids),
        t`Removed from “${name}”`,
      )}
      title={<Plural value={ids.length} one="Remove # tester from “{name}”?" other="Remove # testers from “{name}”?" />}
      confirmLabel={<Trans>Remove from group</Trans>}
    >
      <Trans>Your notes about them in this group are deleted. They stay in the list of past testers.</Trans>
    </ConfirmDialog>
  );
}
