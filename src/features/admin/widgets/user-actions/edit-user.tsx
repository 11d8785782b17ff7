import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { personName } from "#features/account/name-schema.ts";
import { profileStatusLabel } from "#features/common/account-labels.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { usePerson } from "#state/session.ts";
import { userChange } from "#sync/mutations/admin.ts";
import type { AdminUser } from "#sync/schema/admin-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { Select } from "#ui/inputs.tsx";
import { useToast } from "#ui/toast.tsx";
import { UserDialog, useUserForm } from "./user-form.tsx";

// Suspending has a separate form with a reason.
const statuses = ["active", "inactive"] as const;
const schema = v.object({ name: personName, status: v.picklist(statuses) });

interface EditUserProps {
  user: AdminUser;
  onClose: () => void;
  onChanged: () => void;
}

export function EditUser({ user, onClose, onChanged }: EditUserProps) {
  const { t } = useLingui();
  const toast = useToast();
  const fixed = usePerson().id === user.id || user.status === "suspended";
  const form = useUserForm({
    schema,
    defaults: { name: user.name, status: user.status === "suspended" ? "active" : user.status },
    call:
      ({ name, status }) =>
      (transport) =>
        userChange(transport, user.id, fixed ? { name } : { name, status }),
    onDone: ({ name }) => {
      toast({ title: t`Success`, description: t`${name} has been updated` });
      onChanged();
      onClose();
    },
  });
  return (
    <UserDialog form={form} title={<Trans>Edit user</Trans>} sendLabel={<Trans>Save Changes</Trans>} onClose={onClose}>
      {!fixed && (
        <FormField form={form} name="status" label={t`Status`}>
          {(field) => <Select {...field} options={labelOptions(t, statuses, profileStatusLabel)} />}
        </FormField>
      )}
    </UserDialog>
  );
}
