import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { displayName } from "#features/account/name-schema.ts";
import { profileStatusLabel } from "#features/common/account-labels.ts";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { CallDialog } from "#features/organizations/widgets/call-dialog.tsx";
import { failureText } from "#features/sync/failures.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { usePerson } from "#state/session.ts";
import { type AdminUser, adminChangeUser } from "#sync/schema/admin-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";

// Suspending has a separate form with a reason.
const statuses = ["active", "inactive"] as const;
const schema = v.object({ name: displayName, status: v.picklist(statuses) });

interface EditUserProps {
  user: AdminUser;
  onClose: () => void;
  onChanged: () => void;
}

export function EditUser({ user, onClose, onChanged }: EditUserProps) {
  const { t } = useLingui();
  const fixed = usePerson().id === user.id || user.status === "suspended";
  const form = useCallForm({
    schema,
    defaults: { name: user.name, status: user.status === "suspended" ? "active" : user.status },
    call: (transport, { name, status }) =>
      transport.rpc(adminChangeUser, { user_id: user.id, change: fixed ? { name } : { name, status } }),
    onDone: ({ name }) => {
      showToast({ title: t`Success`, description: t`${name} has been updated` });
      onChanged();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      textOf={failureText}
      title={<Trans>Edit user</Trans>}
      submitLabel={<Trans>Save Changes</Trans>}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t`Name`}>
        {(field) => <TextInput autoComplete="off" {...field} />}
      </FormField>
      {!fixed && (
        <FormField form={form} name="status" label={t`Status`}>
          {(field) => <Select {...field} options={labelOptions(t, statuses, profileStatusLabel)} />}
        </FormField>
      )}
    </CallDialog>
  );
}
