// Invites a user by e-mail. The user sets a password on the linked page.
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { typedEmail } from "#features/account/email-schema.ts";
import { displayName } from "#features/account/name-schema.ts";
import { roleLabel } from "#features/common/account-labels.ts";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { CallDialog } from "#features/organizations/widgets/call-dialog.tsx";
import { failureText } from "#features/sync/failures.ts";
import { labelOptions } from "#i18n/label-options.ts";
import { userInvite } from "#sync/mutations/admin.ts";
import { role } from "#sync/schema/profiles.ts";
import { FormField } from "#ui/form/form.tsx";
import { EmailInput, Select, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";

const schema = v.object({
  name: displayName,
  email: typedEmail,
  role,
});

export function AddUser({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useLingui();
  const form = useCallForm({
    schema,
    defaults: { name: "", email: "", role: "tester" as const },
    draft: { key: "add-user" },
    call: (transport, who) => userInvite(transport, who, `${window.location.origin}/auth/callback`),
    onDone: ({ name, email }) => {
      showToast({
        title: t`${name} has been invited`,
        description: t`A message with a link is on its way to ${email}.`,
      });
      onAdded();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      textOf={failureText}
      title={<Trans>Add User</Trans>}
      submitLabel={<Trans>Send invitation</Trans>}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t`Name`}>
        {(field) => <TextInput autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="email" label={t`Email`} help={t`The invitation is sent to this address.`}>
        {(field) => <EmailInput autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="role" label={t`Role`}>
        {(field) => <Select {...field} options={labelOptions(t, role.options, roleLabel)} />}
      </FormField>
    </CallDialog>
  );
}
