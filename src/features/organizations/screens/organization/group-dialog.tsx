import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { saveTesterGroup, type TesterGroup } from "#sync/schema/past-tester-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { GROUP_NAME_MAX, GROUP_NOTE_MAX, groupName, groupNote } from "../../group-schema.ts";
import { groupFailure } from "../../labels.ts";
import { useCallForm } from "../../use-call-form.ts";
import { useNameTaken } from "../../use-name-taken.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";

interface GroupDialogProps {
  orgId: string;
  group?: TesterGroup;
  onClose: () => void;
  onSaved: (id: string) => void;
}

const schema = v.object({ name: groupName, note: groupNote });

export function GroupDialog({ orgId, group, onClose, onSaved }: GroupDialogProps) {
  const { t } = useLingui();
  const taken = useNameTaken();
  // One id per dialog makes a retry idempotent.
  const [id] = useState(() => group?.id ?? crypto.randomUUID());
  const form = useCallForm({
    schema,
    defaults: { name: group?.name ?? "", note: group?.note ?? "" },
    draft: { key: `tester-group:${group?.id ?? orgId}` },
    existing: group !== undefined,
    call: async (transport, values) =>
      taken(await transport.rpc(saveTesterGroup, { org_id: orgId, group_id: id, ...values })),
    onDone: ({ name }) => {
      showToast({ title: group ? t`The group has been changed` : t`The group “${name}” has been created` });
      onSaved(id);
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      textOf={groupFailure}
      onClose={onClose}
      title={group ? <Trans>Edit group</Trans> : <Trans>New group</Trans>}
      submitLabel={group ? <Trans>Save group</Trans> : <Trans>Create group</Trans>}
    >
      <FormField form={form} name="name" label={t`Name`} help={t`Testers never see it.`}>
        {(field) => <TextInput maxLength={GROUP_NAME_MAX} autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="note" label={t`Note`} optional>
        {(field) => <TextArea rows={3} maxLength={GROUP_NOTE_MAX} {...field} />}
      </FormField>
    </CallDialog>
  );
}
