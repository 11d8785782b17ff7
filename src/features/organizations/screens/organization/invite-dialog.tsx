import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { typedEmail } from "#features/account/email-schema.ts";
import { inviteMember, type Organization } from "#sync/schema/organization-functions.ts";
import { organizationRole } from "#sync/schema/organizations.ts";
import { FormField } from "#ui/form/form.tsx";
import { EmailInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { useCallForm } from "../../use-call-form.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

interface InviteDialogProps {
  organization: Organization;
  onClose: () => void;
  onInvited: () => void;
}

const schema = v.object({
  email: typedEmail,
  role: organizationRole,
});

export function InviteDialog({ organization, onClose, onInvited }: InviteDialogProps) {
  const { t } = useLingui();
  const [request_id] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema,
    defaults: { email: "", role: "manager" as const },
    draft: { key: `organization-invite:${organization.id}` },
    call: (transport, { email, role }) =>
      transport.rpc(inviteMember, { org_id: organization.id, email, role, request_id }),
    onDone: ({ email }) => {
      showToast({ title: t`${email} has been invited`, description: t`The link in the message works for 7 days.` });
      onInvited();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      onClose={onClose}
      title={<Trans>Invite member</Trans>}
      submitLabel={<Trans>Send invitation</Trans>}
    >
      <FormField
        form={form}
        name="email"
        label={t`Email`}
        help={t`To accept, you need an account with this verified address.`}
      >
        {(field) => <EmailInput autoComplete="off" {...field} />}
      </FormField>
      <RoleChoice form={form} own={organization.role} />
    </CallDialog>
  );
}
