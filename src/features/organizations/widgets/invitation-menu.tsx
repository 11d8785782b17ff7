import { Trans, useLingui } from "@lingui/react/macro";
import { MailX, Send } from "lucide-react";
import { useStatus } from "#state/status.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { type Call, useAskedAction } from "../../common/use-server-call.ts";

interface InvitationMenuProps {
  email: string;
  resend: Call<unknown>;
  revoke: Call<unknown>;
  onChanged: () => void;
}

export function InvitationMenu({ email, resend, revoke, onChanged }: InvitationMenuProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const { pending, act, ask, question } = useAskedAction(onChanged);
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
            onSelect: () => void act(resend, t`The invitation has been sent again to ${email}`),
          },
          {
            key: "revoke",
            icon: MailX,
            label: <Trans>Withdraw invitation</Trans>,
            tone: "danger",
            disabled: !online,
            opensDialog: true,
            onSelect: ask,
          },
        ]}
      />
      <ConfirmDialog
        {...question(revoke, t`The invitation of ${email} has been withdrawn`)}
        title={<Trans>Withdraw the invitation of {email}?</Trans>}
        confirmLabel={<Trans>Withdraw invitation</Trans>}
      >
        <Trans>The link in their message stops working. You can invite them again.</Trans>
      </ConfirmDialog>
    </>
  );
}
