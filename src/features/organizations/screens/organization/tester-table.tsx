import { Trans, useLingui } from "@lingui/react/macro";
import { FolderMinus, FolderPlus, NotebookPen } from "lucide-react";
import { useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useServerAction } from "#features/common/use-server-call.ts";
import { useStatus } from "#state/status.ts";
import { groupTestersRemove } from "#sync/mutations/past-testers.ts";
import type { PastTester, TesterGroup } from "#sync/schema/past-tester-functions.ts";
import { Chip } from "#ui/badge.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { actionsColumn, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { Count, DateText } from "#ui/formatted-values.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { platformName } from "../../platform-name.ts";
import { platformsOfDevices } from "../../tester-filters.ts";
import { PastTesterName } from "../../widgets/past-tester-name.tsx";
import { TesterNoteDialog } from "./tester-note-dialog.tsx";

interface TesterTableProps {
  orgId: string;
  testers: readonly PastTester[];
  groups: readonly TesterGroup[];
  group: TesterGroup | undefined;
  picked: ReadonlySet<string>;
  /** Undefined disables selection. */
  onPick: ((id: string) => void) | undefined;
  onAdd: (id: string) => void;
  onChanged: () => void;
}

export function TesterTable(props: TesterTableProps) {
  const { testers, groups, group, picked, onPick } = props;
  const { t } = useLingui();
  const columns: Columns<PastTester> = [
    column("name", t`Name`, { primary: true, className: "lg:min-w-56" }, ({ id, card }) =>
      onPick ? (
        <Checkbox
          className="items-center! py-0!"
          checked={picked.has(id)}
          onChange={() => onPick(id)}
          label={<PastTesterName card={card} />}
        />
      ) : (
        <PastTesterName card={card} />
      ),
    ),
    column("karma", t(karmaLabel.title), { align: "end" }, ({ card }) => <Count value={card.karma} />),
    column("devices", t`Devices`, ({ card }) => (
      <Chips texts={platformsOfDevices(card.devices).map((one) => platformName(one, t))} />
    )),
    column("tests", t`Tests with you`, { align: "end" }, ({ tests }) => <Count value={tests} />),
    column("reports", t`Reports approved`, { align: "end" }, ({ reports_approved: n }) => <Count value={n} />),
    column("active", t`Last active`, ({ last_active_at: at }) => (at ? <DateText value={at} /> : "–")),
    group
      ? column("note", t`Note`, { className: "lg:max-w-80" }, ({ note }) => (
          <span className="whitespace-pre-wrap break-words">{note || "–"}</span>
        ))
      : column("groups", t`Groups`, (one) => (
          <Chips texts={groups.filter(({ id }) => one.groups.includes(id)).map(({ name }) => name)} />
        )),
    onPick !== undefined && actionsColumn(t`Actions`, (tester) => <TesterMenu {...props} tester={tester} />),
  ];
  return <DataTable caption={t`Past testers`} columns={columns} rows={testers} keyOf={({ id }) => id} />;
}

const Chips = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0 ? (
    "–"
  ) : (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      {texts.map((text) => (
        <Chip key={text}>{text}</Chip>
      ))}
    </span>
  );

function TesterMenu({ orgId, tester, group, onAdd, onChanged }: TesterTableProps & { tester: PastTester }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [noting, setNoting] = useState(false);
  const { pending, act } = useServerAction(onChanged);
  const { name } = tester.card;
  const add = menuEntry("add", FolderPlus, <Trans>Add to a group</Trans>, { disabled: !online }, () =>
    onAdd(tester.id),
  );
  if (!group) return <Menu label={t`Actions for ${name}`} items={[add]} />;
  const place = { org_id: orgId, group_id: group.id };
  return (
    <>
      <Menu
        label={t`Actions for ${name}`}
        items={[
          menuEntry(
            "note",
            NotebookPen,
            tester.note === "" ? <Trans>Add a note</Trans> : <Trans>Edit note</Trans>,
            { disabled: !online, opensDialog: true },
            () => setNoting(true),
          ),
          add,
          menuEntry(
            "remove",
            FolderMinus,
            <Trans>Remove from group</Trans>,
            { tone: "danger", disabled: !online || pending },
            () =>
              void act(
                (transport) => groupTestersRemove(transport, place, [tester.id]),
                t`Removed from “${group.name}”`,
              ),
          ),
        ]}
      />
      {noting && (
        <TesterNoteDialog place={place} tester={tester} onClose={() => setNoting(false)} onSaved={onChanged} />
      )}
    </>
  );
}
