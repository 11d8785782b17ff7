// Invites a user by e-mail. The user sets a password on the linked page.
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { typedEmail } from "#features/account/email-schema.ts";
import { personName } from "#features/account/name-schema.ts";
import { roleLabel } from "#features/common/account-labels.ts";
import { userInvite } from "#sync/mutations/admin.ts";
import { role } from "#sync/schema/profiles.ts";
import { FormField } from "#ui/form/form.tsx";
import { EmailInput, Select } from "#ui/inputs.tsx";
import { useToast } from "#ui/toast.tsx";
import { UserDialog, useUserForm } from "../../widgets/user-actions/user-form.tsx";

const schema = v.object({
  name: personName,
  email: typedEmail,
  role,
});

export function AddUser({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const form = useUserForm({
    schema,
    defaults: { name: "", email: "", role: "tester" as const },
    draft: "add-user",
    call: (who) => (transport) => userInvite(transport, who, `${window.location.origin}/auth/callback`),
    onDone: ({ name, email }) => {
      toast({ title: t`${name} has been invited`, description: t`A message with a link is on its way to ${email}.` });
      onAdded();
      onClose();
    },
  });
  return (
    <UserDialog
      form={form}
      title={<Trans>Add User</Trans>}
      sendLabel={<Trans>Send invitation</Trans>}
      onClose={onClose}
    >
      <FormField form={form} name="email" label={t`Email`} help={t`The invitation is sent to this address.`}>
        {(field) => <EmailInput autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="role" label={t`Role`}>
        {(field) => (
          <Select {...field} options={role.options.map((value) => ({ value, label: t(roleLabel[value]) }))} />
        )}
      </FormField>
    </UserDialog>
  );
}
