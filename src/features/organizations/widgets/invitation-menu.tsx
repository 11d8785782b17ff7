import { Trans, useLingui } from "@lingui/react/macro";
import { MailX, Send } from "lucide-react";
import { useStatus } from "#state/status.ts";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
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
          menuEntry(
            "resend",
            Send,
            <Trans>Send again</Trans>,
            { disabled: !online || pending },
            () => void act(resend, t`The invitation has been sent again to ${email}`),
          ),
          menuEntry(
            "revoke",
            MailX,
            <Trans>Withdraw invitation</Trans>,
            { tone: "danger", disabled: !online, opensDialog: true },
            ask,
          ),
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
