// Add User: an invitation by e-mail. The person chooses a password on the page that its link opens.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { userInvite } from "../../../../../sync/mutations/admin.ts";
import { role } from "../../../../../sync/schema/profiles.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { FormField } from "../../../../ui/form/form.tsx";
import { EmailInput, Select } from "../../../../ui/inputs.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { roleLabel } from "../../../account/labels.ts";
import { personName } from "../../../account/name-schema.ts";
import { UserDialog, useUserForm } from "../../widgets/user-actions/user-form.tsx";

const schema = v.object({
  name: personName,
  email: v.pipe(v.string(), v.trim(), v.email(lazyMessage(msg`Please enter a valid email address`))),
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
