import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { useCan } from "#state/organization.ts";
import { useStatus } from "#state/status.ts";
import { deleteTesterGroup, type TesterGroup } from "#sync/schema/past-tester-functions.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { GroupDialog } from "./group-dialog.tsx";

interface GroupHeadProps {
  orgId: string;
  group: TesterGroup;
  onChanged: () => void;
  onDeleted: () => void;
}

export function GroupHead({ orgId, group, onChanged, onDeleted }: GroupHeadProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const manages = useCan("manage", orgId);
  const [editing, setEditing] = useState(false);
  const deletion = useAskedAction(onDeleted);
  const { id, name, note, created_by: by, created_at: at } = group;
  return (
    <section className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <h2 className="break-words text-lg">{name}</h2>
        <p className="text-muted text-sm">
          {by === "" ? (
            <Trans>
              Created <DateText value={at} />
            </Trans>
          ) : (
            <Trans>
              Created <DateText value={at} /> by {by}
            </Trans>
          )}
        </p>
        {note !== "" && <p className="mt-2 max-w-prose whitespace-pre-wrap break-words">{note}</p>}
      </div>
      {manages && (
        <Menu
          label={t`Actions for ${name}`}
          items={[
            menuEntry("edit", Pencil, <Trans>Edit group</Trans>, { disabled: !online, opensDialog: true }, () =>
              setEditing(true),
            ),
            menuEntry(
              "delete",
              Trash2,
              <Trans>Delete group</Trans>,
              { tone: "danger", disabled: !online, opensDialog: true },
              deletion.ask,
            ),
          ]}
        />
      )}
      {editing && <GroupDialog orgId={orgId} group={group} onClose={() => setEditing(false)} onSaved={onChanged} />}
      <ConfirmDialog
        {...deletion.question(
          (transport) => transport.rpc(deleteTesterGroup, { org_id: orgId, group_id: id }),
          t`The group “${name}” has been deleted`,
        )}
        title={<Trans>Delete the group “{name}”?</Trans>}
        confirmLabel={<Trans>Delete group</Trans>}
      >
        <Trans>Its notes are deleted for all members. The testers stay in the list of past testers.</Trans>
      </ConfirmDialog>
    </section>
  );
}
