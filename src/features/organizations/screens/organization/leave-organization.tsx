import { Trans, useLingui } from "@lingui/react/macro";
import { useServerCall } from "#features/common/use-server-call.ts";
import { useSwitchOrganization } from "#state/organization.ts";
import { usePerson } from "#state/session.ts";
import { type Organization, removeMember } from "#sync/schema/organization-functions.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { CallFailed } from "../../widgets/call-failed.tsx";

interface LeaveOrganizationProps {
  organization: Organization;
  onClose: () => void;
}

export function LeaveOrganization({ organization, onClose }: LeaveOrganizationProps) {
  const { t } = useLingui();
  const person = usePerson();
  const switchTo = useSwitchOrganization();
  const { pending, failure, run } = useServerCall();
  const { id, name } = organization;
  const leave = async () => {
    const done = await run((transport) => transport.rpc(removeMember, { org_id: id, user_id: person.id }));
    if (!done.ok) return;
    onClose();
    showToast({ title: t`You have left ${name}` });
    // Switch to the personal organization.
    switchTo(person.id);
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void leave()}
      title={<Trans>Leave {name}?</Trans>}
      confirmLabel={<Trans>Leave organization</Trans>}
      pending={pending}
    >
      <CallFailed failure={failure} className="mb-4" />
      <Trans>
        You lose access to its apps, campaigns and reports at once. Your work stays with it. To come back, you need a
        new invitation.
      </Trans>
    </ConfirmDialog>
  );
}
