import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { memberInvite } from "../../../../../sync/mutations/organizations.ts";
import type { Organization } from "../../../../../sync/schema/organization-functions.ts";
import { organizationRole } from "../../../../../sync/schema/organizations.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { FormField } from "../../../../ui/form/form.tsx";
import { EmailInput } from "../../../../ui/inputs.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { useCallForm } from "../../use-call-form.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";

interface InviteDialogProps {
  organization: Organization;
  onClose: () => void;
  onInvited: () => void;
}

const schema = v.object({
  email: v.pipe(v.string(), v.trim(), v.email(lazyMessage(msg`Please enter a valid email address`))),
  role: organizationRole,
});

export function InviteDialog({ organization, onClose, onInvited }: InviteDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const form = useCallForm({
    schema,
    defaults: { email: "", role: "manager" as const },
    draft: { key: `organization-invite:${organization.id}` },
    call: (transport, { email, role }) => memberInvite(transport, organization.id, email, role),
    onDone: ({ email }) => {
      toast({ title: t`${email} has been invited`, description: t`The link in the message works for 7 days.` });
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
        help={t`Only somebody who has verified this address can accept.`}
      >
        {(field) => <EmailInput autoComplete="off" {...field} />}
      </FormField>
      <RoleChoice form={form} own={organization.role} />
    </CallDialog>
  );
}
