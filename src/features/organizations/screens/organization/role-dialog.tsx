import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { type Member, setMemberRole } from "#sync/schema/organization-functions.ts";
import { organizationRole } from "#sync/schema/organizations.ts";
import { showToast } from "#ui/toast.tsx";
import { useCallForm } from "../../use-call-form.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";
import type { TabProps } from "./tab-props.ts";

interface RoleDialogProps extends TabProps {
  member: Member;
  onClose: () => void;
}

const schema = v.object({ role: organizationRole });

export function RoleDialog({ member, organization, onClose, onChanged }: RoleDialogProps) {
  const { t } = useLingui();
  const { id, name } = member;
  const form = useCallForm({
    schema,
    defaults: { role: member.role },
    call: (transport, { role }) => transport.rpc(setMemberRole, { org_id: organization.id, user_id: id, role }),
    onDone: () => {
      showToast({ title: t`The role of ${name} has been changed` });
      onChanged();
      onClose();
    },
  });
  return (
    <CallDialog
      form={form}
      onClose={onClose}
      title={<Trans>Role of {name}</Trans>}
      submitLabel={<Trans>Change role</Trans>}
    >
      <RoleChoice form={form} own={organization.role} />
    </CallDialog>
  );
}
