import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { InviteAddresses } from "./invite-addresses.tsx";
import { InviteLink } from "./invite-link.tsx";

interface InviteTestersProps {
  campaign: Campaign;
  online: boolean;
  onClose: () => void;
  onInvited: () => void;
  onLinkMade: () => void;
}

export function InviteTesters({ campaign, online, onClose, onInvited, onLinkMade }: InviteTestersProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<"email" | "csv" | "link">("email");
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
            { value: "link", label: <Trans>Link</Trans> },
          ]}
        >
          {way === "link" ? (
            <InviteLink campaign={campaign} online={online} onMade={onLinkMade} />
          ) : (
            <InviteAddresses
              key={way}
              way={way}
              campaign={campaign}
              online={online}
              onInvited={() => {
                onInvited();
                onClose();
              }}
            />
          )}
        </Tabs>
      </div>
    </Dialog>
  );
}
