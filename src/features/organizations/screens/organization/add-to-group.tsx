import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { groupTestersAdd } from "#sync/mutations/past-testers.ts";
import {
  MOST_GROUPS,
  type PeopleFilter,
  saveTesterGroup,
  type TesterGroup,
} from "#sync/schema/past-tester-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { GROUP_NAME_MAX, groupName } from "../../group-schema.ts";
import { groupFailure } from "../../labels.ts";
import { useCallForm } from "../../use-call-form.ts";
import { useNameTaken } from "../../use-name-taken.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";

interface AddToGroupProps {
  orgId: string;
  groups: readonly TesterGroup[];
  people: PeopleFilter;
  onClose: () => void;
  onAdded: () => void;
}

const NEW = "new";
const schema = v.variant("group", [
  v.object({ group: v.literal(NEW), name: groupName }),
  v.object({ group: v.pipe(v.string(), v.uuid()), name: v.string() }),
]);

export function AddToGroup({ orgId, groups, people, onClose, onAdded }: AddToGroupProps) {
  const { t } = useLingui();
  const taken = useNameTaken();
  // One id per dialog makes a retry idempotent.
  const [fresh] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema,
    defaults: { group: groups[0]?.id ?? NEW, name: "" },
    draft: { key: `add-to-group:${orgId}`, except: ["group"] },
    call: async (transport, { group, name }) => {
      const place = { org_id: orgId, group_id: group === NEW ? fresh : group };
      const made = group === NEW ? taken(await transport.rpc(saveTesterGroup, { ...place, name, note: "" })) : null;
      if (made && !made.ok) return made;
      const done = await groupTestersAdd(transport, place, people);
      if (done.ok) {
        const title = groups.find(({ id }) => id === group)?.name ?? name;
        showToast({
          title: t`${plural(done.value, {
            0: `They are in “${title}” already`,
            one: `# tester added to “${title}”`,
            other: `# testers added to “${title}”`,
          })}`,
        });
      }
      return done;
    },
    onDone: () => {
      onAdded();
      onClose();
    },
  });
  const group = form.watch("group");
  const choices = [
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
    ...(groups.length < MOST_GROUPS ? [{ value: NEW, label: t`New group` }] : []),
  ];
  return (
    <CallDialog
      form={form}
      textOf={groupFailure}
      onClose={onClose}
      title={<Trans>Add to a group</Trans>}
      submitLabel={<Trans>Add to group</Trans>}
    >
      {groups.length > 0 && (
        <FormField form={form} name="group" label={t`Group`} help={t`Testers never learn which groups they are in.`}>
          {(field) => <Select options={choices} {...field} />}
        </FormField>
      )}
      {group === NEW && (
        <FormField form={form} name="name" label={t`Name of the new group`}>
          {(field) => <TextInput maxLength={GROUP_NAME_MAX} autoComplete="off" {...field} />}
        </FormField>
      )}
    </CallDialog>
  );
}
