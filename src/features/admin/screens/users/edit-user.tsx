import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { userChange } from "../../../../../sync/mutations/admin.ts";
import type { AdminUser } from "../../../../../sync/schema/admin-functions.ts";
import { profileStatus } from "../../../../../sync/schema/profiles.ts";
import { usePerson } from "../../../../state/session.ts";
import { FormField } from "../../../../ui/form/form.tsx";
import { Select } from "../../../../ui/inputs.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { profileStatusLabel } from "../../../account/labels.ts";
import { personName } from "../../../account/name-schema.ts";
import { UserDialog, useUserForm } from "./user-form.tsx";

const schema = v.object({ name: personName, status: profileStatus });

interface EditUserProps {
  user: AdminUser;
  onClose: () => void;
  onChanged: () => void;
}

export function EditUser({ user, onClose, onChanged }: EditUserProps) {
  const { t } = useLingui();
  const toast = useToast();
  const own = usePerson().id === user.id;
  const form = useUserForm({
    schema,
    defaults: { name: user.name, status: user.status },
    call:
      ({ name, status }) =>
      (transport) =>
        userChange(transport, user.id, own ? { name } : { name, status }),
    onDone: ({ name }) => {
      toast({ title: t`Success`, description: t`${name} has been updated` });
      onChanged();
      onClose();
    },
  });
  return (
    <UserDialog form={form} title={<Trans>Edit user</Trans>} sendLabel={<Trans>Save Changes</Trans>} onClose={onClose}>
      {!own && (
        <FormField form={form} name="status" label={t`Status`}>
          {(field) => (
            <Select
              {...field}
              options={profileStatus.options.map((value) => ({ value, label: t(profileStatusLabel[value]) }))}
            />
          )}
        </FormField>
      )}
    </UserDialog>
  );
}
