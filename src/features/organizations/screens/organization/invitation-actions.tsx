import { type Invitation, resendInvitation, revokeInvitation } from "#sync/schema/organization-functions.ts";
import { mayChange } from "../../member-rules.ts";
import { InvitationMenu } from "../../widgets/invitation-menu.tsx";
import { OwnersOnly } from "../../widgets/owners-only.tsx";
import type { TabProps } from "./tab-props.ts";

interface InvitationActionsProps extends TabProps {
  invitation: Invitation;
}

export function InvitationActions({ invitation, organization, onChanged }: InvitationActionsProps) {
  const { id, email, role } = invitation;
  if (!mayChange(organization.role, role)) return <OwnersOnly />;
  return (
    <InvitationMenu
      email={email}
      resend={(transport) => transport.rpc(resendInvitation, { invitation: id })}
      revoke={(transport) => transport.rpc(revokeInvitation, { invitation: id })}
      onChanged={onChanged}
    />
  );
}
