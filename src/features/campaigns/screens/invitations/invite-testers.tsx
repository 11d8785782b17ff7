import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { InviteAddresses } from "./invite-addresses.tsx";
import { InviteLink } from "./invite-link.tsx";
import { InvitePastTesters } from "./invite-past-testers.tsx";
import type { InvitingProps } from "./send-invitations.tsx";

interface InviteTestersProps extends InvitingProps {
  onClose: () => void;
  onInvited: () => void;
  onLinkMade: () => void;
}

export function InviteTesters({ campaign, waves, online, onClose, onInvited, onLinkMade }: InviteTestersProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<"email" | "csv" | "past" | "link">("email");
  const invited = () => {
    onInvited();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={<Trans>Invite testers</Trans>}>
      <div className="flex flex-col gap-4">
        {!online && (
          <Notice title={<Trans>You are offline</Trans>}>
            <Trans>What you type stays on this device. Connect to check and send it.</Trans>
          </Notice>
        )}
        <Tabs
          label={t`Ways to invite`}
          value={way}
          onChange={setWay}
          tabs={[
            { value: "email", label: <Trans>Email</Trans> },
            { value: "csv", label: <Trans>CSV</Trans> },
            { value: "past", label: <Trans>Past testers</Trans> },
            { value: "link", label: <Trans>Link</Trans> },
          ]}
        >
          {way === "link" ? (
            <InviteLink campaign={campaign} onMade={onLinkMade} />
          ) : way === "past" ? (
            <InvitePastTesters {...{ campaign, waves, online }} onInvited={invited} />
          ) : (
            <InviteAddresses key={way} way={way} {...{ campaign, waves, online }} onInvited={invited} />
          )}
        </Tabs>
      </div>
    </Dialog>
  );
}
