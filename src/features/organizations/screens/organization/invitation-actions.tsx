import { Trans, useLingui } from "@lingui/react/macro";
import { MailX, Send } from "lucide-react";
import { useState } from "react";
import { invitationResend, invitationRevoke } from "../../../../../sync/mutations/organizations.ts";
import type { Invitation } from "../../../../../sync/schema/organization-functions.ts";
import { useStatus } from "../../../../state/status.ts";
import { ConfirmDialog } from "../../../../ui/dialog.tsx";
import { Menu } from "../../../../ui/menu.tsx";
import { mayChange } from "../../member-rules.ts";
import { useServerAction } from "../../use-server-call.ts";
import { OwnersOnly } from "../../widgets/owners-only.tsx";
import type { TabProps } from "./tab-props.ts";

interface InvitationActionsProps extends TabProps {
  invitation: Invitation;
}

export function InvitationActions({ invitation, organization, onChanged }: InvitationActionsProps) {
  const { t } = useLingui();
  const { online } = useStatus();
  const [revoking, setRevoking] = useState(false);
  const { pending, act } = useServerAction(() => {
    setRevoking(false);
    onChanged();
  });
  const { id, email } = invitation;

  if (!mayChange(organization.role, invitation.role)) return <OwnersOnly />;
  return (
    <>
      <Menu
        label={t`Actions for ${email}`}
        items={[
          {
            key: "resend",
            icon: Send,
            label: <Trans>Send again</Trans>,
            disabled: !online || pending,
            onSelect: () =>
              void act(
                (transport) => invitationResend(transport, id),
                t`The invitation has been sent again to ${email}`,
              ),
          },
          {
            key: "revoke",
            icon: MailX,
            label: <Trans>Withdraw invitation</Trans>,
            tone: "danger",
            disabled: !online,
            onSelect: () => setRevoking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={revoking}
        onClose={() => setRevoking(false)}
        onConfirm={() =>
          void act((transport) => invitationRevoke(transport, id), t`The invitation of ${email} has been withdrawn`)
        }
        title={<Trans>Withdraw the invitation of {email}?</Trans>}
        confirmLabel={<Trans>Withdraw invitation</Trans>}
        pending={pending}
      >
        <Trans>The link in their message stops working. You can invite them again.</Trans>
      </ConfirmDialog>
    </>
  );
}
